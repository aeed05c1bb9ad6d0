"""Values that everything speaks: terms, numbers, games, results. No I/O, no dependencies."""
