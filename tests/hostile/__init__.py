"""Game files and command lines that want to do harm, or are only bad; and what must come of each."""
