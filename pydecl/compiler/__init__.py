"""Rules compiled: to Python and to C, by a route that shares nothing with SWI-Prolog."""
