"""The engines: what runs a search program on a game, and how each is asked.

In the room: the `protocol` that an engine keeps, the `registry` that finds them, one `searching.search` for
all, where another engine answers if the chosen one cannot; what fits into a time, perft, positions as small
numbers. Each engine is a folder.
Who may come in: whatever asks a question of a game.
It must not know who asks. Only the registry and an engine's own folder say an engine's name.
"""
