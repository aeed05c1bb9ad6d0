"""Glue: what stands between somebody else's program and the interface of a game, found by shape.

In the room: `adapting.adapt` reads a program, samples what its predicates answer, looks for the start, the
moves, the players and the ends, writes rules on top of it, and holds these against the program.
Who may come in: `pydecl adapt`.
It must not know searches. What a predicate's name says is a hint, and never more than that.
"""
