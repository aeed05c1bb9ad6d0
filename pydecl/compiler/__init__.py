"""Rules compiled to C, by a route that shares nothing with SWI-Prolog."""
