"""What all child processes share: the process, its frames, its walls and its limits."""
