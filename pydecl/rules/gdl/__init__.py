"""The Game Description Language of general game playing: its rules, however they are written.

In the room: KIF read, the rules of a sheet with their dependencies and layers, and a sheet written in Prolog.
Who may come in: loading, grounding and the process that reads texts.
It must not know how a sheet is played or compiled.
"""
