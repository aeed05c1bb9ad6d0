"""What a program does, as one stream of events with the same fields on every engine.

`recording` runs a program and keeps what its engine tells, `deriving` makes the `events` of it, `naming`
gives them the names of a source, `captions` says them in words.
"""
