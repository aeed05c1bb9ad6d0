"""The boundary with SWI-Prolog: a child process that speaks a text protocol."""
