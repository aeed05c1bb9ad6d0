"""Values that everything speaks: terms, numbers, positions, games, limits, contracts, results.

In the room: terms and their reader, exact numbers, the protocol of a game, trees, what a program promises,
the answer of a search, a deadline, solved games.
Who may come in: everybody.
It must not know engines, files or processes: no input or output, and nothing but the standard library.
"""
