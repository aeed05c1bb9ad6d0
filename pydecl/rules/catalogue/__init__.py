"""Every kind of finding, by its code: P0 syntax, P1 names, P2 meaning, P3 positions, P4 loading."""
