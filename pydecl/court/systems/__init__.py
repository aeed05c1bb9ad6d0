"""One file for each kind of system, found by its name; it imports the system's package, and no pydecl.

A file defines `System(spec)`: `name`; `new()` gives a state, and `look(state)` its mover (0, 1, or None for
chance), the texts of its moves, and both players' results, or None while it goes on; `play(state, number)`
gives another state and leaves the old one as it was. It may define `undo(state)` and `clone(state)`, which
give a state; `show(state)`, a text; and `script(numbers, law)`, a program that shows where the moves lead.
Who may come in: the system's own process (`court/host`) alone. It must not know pydecl.
"""
