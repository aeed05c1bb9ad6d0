"""All positions of a game solved by retrograde analysis, on one engine or on both.

>>> from pydecl.loading.consulting import consult
>>> with consult("tictactoe") as game:
...     verdict, (prolog, python) = compare(game)
>>> type(verdict).__name__, len(prolog.positions), str(python.solutions[0])
('Agreement', 5478, 'drawn')
"""

from pydecl.solving.comparing import compare
from pydecl.solving.solver import solve

__all__ = ["compare", "solve"]
