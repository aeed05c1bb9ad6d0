"""The boundary with SWI-Prolog: a child process that speaks a text protocol.

In the room: the `session`, the `worker` that alone imports pyswip, a consulted game (`game`), where
SWI-Prolog is found, what is kept for a quick start, and the programs that a rules file brings itself (`own`).
Who may come in: all that needs the rules of a game, by `session` and `game`; for searches, the registry.
It must not know the twins in Python or the games by hand: the two opinions stay independent.
"""

QUICK_LOAD = "PYDECL_QUICK_LOAD"
"""The variable in a worker's environment that names a quick-load file: see `installation.py`."""
