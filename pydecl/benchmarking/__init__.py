"""The same searches by different means, measured in turn.

In the room: the contenders (engines, bare SWI-Prolog, other packages) with the tasks that they do, and the
clock: rounds, nodes a second, medians and ratios.
Who may come in: `pydecl bench`, and the programs of `benchmarks/`.
It must not know a face: how a table looks is the command line's matter.
"""
