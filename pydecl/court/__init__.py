"""Other people's games held against rules in Prolog.

In the room: `trial` holds a system (`process`, `systems`) against rules: two `sides`, whose moves are paired
(`pairing`, `settling`), walks, laws, and `shrinking` of what they find; suites of positions (`suite`).
Who may come in: the programming interface and the command line. A system speaks lines of JSON, and stays out.
It must not know programs, engines by name, or a face; the host and the systems know nothing of pydecl.
A difference leaves the room only if no other pairing of the moves explains it.
"""
