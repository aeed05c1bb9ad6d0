"""What compiles each goal: one table of all constructs, and what is done with any other goal."""

from __future__ import annotations

from pydecl.compiler.frontend.all_solutions import COLLECTING
from pydecl.compiler.frontend.call_patterns import CALL_PATTERNS
from pydecl.compiler.frontend.calls import call
from pydecl.compiler.frontend.control import CONTROL
from pydecl.compiler.frontend.destructive_update import DESTRUCTIVE_UPDATE
from pydecl.compiler.frontend.library_calls import library_call
from pydecl.compiler.frontend.mode_analysis import Handlers
from pydecl.compiler.frontend.simplification import rewritten
from pydecl.compiler.frontend.term_comparison import COMPARING

HANDLERS = Handlers(
    constructs={
        **CONTROL,
        **COLLECTING,
        **COMPARING,
        **DESTRUCTIVE_UPDATE,
        **CALL_PATTERNS,
    },
    simplified=rewritten,
    library=library_call,
    call=call,
)
