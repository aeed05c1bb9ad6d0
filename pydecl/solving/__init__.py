"""All positions of a game solved by retrograde analysis, kept in files, and looked up there.

In the room: `solver.solve`, solving layer by layer on disk (`layered`), the card and the files of a solved
game (`keeping`, `files`), the `database` that looks positions up, and the verification of all that is stored.
Who may come in: cross-checks, play, the programming interface, the workbench and the command line.
It must not know how an engine solves, nor a face.
"""
