"""What a program does, as one stream of events with the same fields on every engine.

`recording` runs a program and keeps what its engine tells, `deriving` makes the `events` of it,
`own_deriving` those of a file's own programs, `captions` says them in words. `comparing` finds the first
event in which two programs differ.
"""
