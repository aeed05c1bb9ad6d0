"""What compiles each goal: one table of all constructs, and what is done with any other goal."""

from __future__ import annotations

from pydecl.compiler.frontend.all_solutions import COLLECTING
from pydecl.compiler.frontend.call_patterns import CALL_PATTERNS
from pydecl.compiler.frontend.calls import call
from pydecl.compiler.frontend.control import CONTROL
from pydecl.compiler.frontend.library_calls import library_call
from pydecl.compiler.frontend.mode_analysis import Handlers
from pydecl.compiler.frontend.partial_terms import PARTIAL_TERMS
from pydecl.compiler.frontend.simplification import rewritten
from pydecl.compiler.frontend.term_comparison import COMPARING
from pydecl.compiler.frontend.unbound_results import UNBOUND_RESULTS

HANDLERS = Handlers(
    constructs={
        **CONTROL,
        **COLLECTING,
        **COMPARING,
        **PARTIAL_TERMS,
        **CALL_PATTERNS,
        **UNBOUND_RESULTS,
    },
    simplified=rewritten,
    library=library_call,
    call=call,
)
