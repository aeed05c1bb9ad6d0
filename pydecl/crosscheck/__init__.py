"""Do the engines agree on the same positions?"""

from pydecl.crosscheck.check import crosscheck
from pydecl.crosscheck.verdict import Agreement, Divergence, Unfinished, Verdict

__all__ = ["Agreement", "Divergence", "Unfinished", "Verdict", "crosscheck"]
