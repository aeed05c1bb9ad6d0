"""Sheets of the Game Description Language in propositional form: a state is a set of bits."""
