"""Machine code: a C compiler found, C built and kept, and run in a child process."""
