"""Sheets of the Game Description Language in propositional form: a state is a set of bits.

In the room: rules flattened, joined and grounded, and the interface by which they are compiled as a game;
`grounded.h` is what runs them.
Who may come in: the process that reads texts.
It must not know engines or search programs, nor how a sheet is written: `rules/gdl` reads it.
"""
