"""What a program does, as one stream of events with the same fields on every engine.

In the room: `recording` runs a program and keeps what its engine tells, `deriving` makes the `events` of it,
those of a file's own programs, too; `captions` has the sentences, such as why a branch was cut; `comparing`
finds the first event in which two programs differ.
Who may come in: cross-checks of order, claims, the workbench and the faces.
It must not know pictures, nor which engine has told.
"""
