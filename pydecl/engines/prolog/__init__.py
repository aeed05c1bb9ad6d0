"""The boundary with SWI-Prolog: a child process that speaks a text protocol."""

QUICK_LOAD = "PYDECL_QUICK_LOAD"
"""The variable in a worker's environment that names a quick-load file: see `installation.py`."""
