"""The lecture's programs in plain Python, twins of `prolog/textbook`, `prolog/refined` and `prolog/naive`.

In the room: a file for each program, with its contract and its rule for ties; `registry` finds them, `run`
and `attached` count, limit and trace them from outside.
Who may come in: the engine in Python, and whoever asks what a program promises.
It must not know Prolog, engines or any game: a program sees a game's protocol alone.
"""
