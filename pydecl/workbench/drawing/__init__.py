"""Pictures of searches, boards, proofs and tables.

In the room: the tree of a search and its layout, writers of SVG, HTML, TeX, DOT and text (`formats` chooses),
the board of a position, tables, animation.
Who may come in: the programming interface, grading, the other rooms of the workbench and the command line.
It must not know how a search is run: it draws a recording.
`styles` has what is no Python: rules of style, shapes of pieces, frames of pages.
"""
