"""Do the engines agree on the same positions?"""

from pydecl.crosschecking.check import crosscheck
from pydecl.crosschecking.verdict import Agreement, Divergence, Unfinished, Verdict

__all__ = ["Agreement", "Divergence", "Unfinished", "Verdict", "crosscheck"]
