"""Glue: what stands between somebody else's program and the interface of a game, found by shape.

`adapting.adapt` reads a program, samples what its predicates answer, and writes rules on top of it.
"""
