"""Other people's games held against rules in Prolog.

In the room: a system's process, the two sides, how moves are paired, walks, laws, what was found, and suites
of positions.
Who may come in: a system by its lines of JSON, the rules by their positions and moves.
It must not know programs, engines by name, or a face; the host and the systems know nothing of pydecl.
A difference leaves the room only if no other pairing of the moves explains it.
"""
