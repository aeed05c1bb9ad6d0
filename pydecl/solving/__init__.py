"""All positions of a game solved by retrograde analysis, kept in files, and looked up there.

>>> from pydecl.loading.consulting import consult
>>> with consult("tictactoe") as game:
...     solved = solve(game, engine="python")
>>> len(solved.positions), str(solved.solutions[0])
(5478, 'drawn')
"""

from pydecl.solving.solver import solve

__all__ = ["solve"]
