"""pydecl's games for other people's packages, and OpenSpiel's for pydecl; each package is an extra.

In the room: a module named like each package, and `vector`; the others are what several of them share. That
another program's game is held against rules is told in `court`.
Who may come in: users, by `pydecl.adapters.NAME`. Nothing else of pydecl imports them, and one whose package
is missing says how it is installed.
They must not know the command line or the workbench.
"""
