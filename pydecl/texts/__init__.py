"""Strangers' texts read, checked and compiled, in a process that may do nothing else.

In the room: the process as its parent sees it (`session`), its `worker`, and what it is asked: to read, to
check, to compile to C, to explain, to ground a sheet of GDL. The work itself is in `rules`, `compiler`
and `grounding`: this room is the process around it.
Who may come in: loading, checking, the native engine and the command line.
It must not run a rule, or trust what it reads: a reply has the shape that was asked for, or is an error.
"""

JOBS = {
    "reading": ("reading the file", ("visible", "named", "faults", "tree", "graph")),
    "sheets": ("reading the sheet", ("relations", "aligned", "readable")),
    "checking": ("checking the text", ("survey", "calls", "clauses", "place", "positions")),
    "making": (
        "compiling the rules",
        ("readings", "explained", "game_in_c", "own_in_c", "read_ahead"),
    ),
}
"""The jobs of that process, by the module that does them, with what they are for messages."""

MODULES = {job: module for module, (_, jobs) in JOBS.items() for job in jobs}

WORKS = {job: work for work, jobs in JOBS.values() for job in jobs}
"""What each job is, for messages."""
