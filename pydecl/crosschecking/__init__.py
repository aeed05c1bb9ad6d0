"""Do the engines agree on the same positions, and do programs keep their contracts?

In the room: `check` of a game, `matrix` of random games, `own_checking` of a file's own programs, `solved` of
all positions; the laws, the plain reference for V(P), and how a counterexample is made small.
Who may come in: grading, claims, the programming interface and the command line.
It must not know how an engine works inside, nor a face; a verdict leaves as plain data.
"""

from pydecl.crosschecking.check import crosscheck
from pydecl.crosschecking.verdict import Agreement, Divergence, Unfinished, Verdict

__all__ = ["Agreement", "Divergence", "Unfinished", "Verdict", "crosscheck"]
