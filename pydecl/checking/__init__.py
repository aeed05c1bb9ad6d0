"""What is wrong with a rules file: from its text, and from a sample of its positions.

In the room: `check`, which makes a `report` of one file; the sample of positions and what it shows to be
wrong; symmetries; the catalogue of codes as a page.
Who may come in: solving, the programming interface, the workbench and the command line.
It must not search, nor know a face. What a text alone shows is told in `rules/checks` and `rules/catalogue`.
"""
