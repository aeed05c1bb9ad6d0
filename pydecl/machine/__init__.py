"""Rules at machine speed: compiled to C, built, kept, and asked in a child process."""
