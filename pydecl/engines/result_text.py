"""The result of a search in words.

>>> from pydecl.engines.searching import search
>>> from pydecl.loading.consulting import consult
>>> with consult("lecture19") as game:
...     told = fields(search(game, "alphabeta", engine="python"))
>>> told["value"], told["best"], told["nodes"]
('4', 'b', '11, leaves 5')
"""

from __future__ import annotations

from pydecl.model.program import Gives, LookedUp, OwnProgram
from pydecl.model.result import Answer, Order, Result, Solution, Status, value_text
from pydecl.model.term import Term

STOPPED = {
    Status.TIME: "stopped: time is up",
    Status.MEMORY: "stopped: the memory is used up (--memory)",
    Status.INTERRUPTED: "stopped: interrupted",
}
"""Why a search has no answer."""


def fields(result: Result, uncut: int | None = None, *, warms_up: bool = False) -> dict[str, str]:
    """What a person wants to read of a result, by name; minimax visits `uncut` nodes, where that is known.

    `warms_up` says that the engine was still making faster code while it searched.
    """
    answer, written = result.answer, result.written
    fields = {
        "game": result.game,
        "position": written.position,
        "search": _search(result),
        "value": _stopped(answer) or _value(result),
    }
    if answer.best is not None:
        assert written.best is not None
        named = written.move not in (None, written.best)
        fields["best"] = f"{written.move} to {written.best}" if named else written.best
    if len(result.variation) > 1:
        fields["variation"] = ", ".join(written.variation)
    if written.evaluated is not None:
        fields["leaves in order"] = " ".join(written.evaluated)
    if answer.nodes is not None:
        hits = f", from the table {answer.hits:,}" if answer.hits else ""
        saved = "" if uncut is None else f"; minimax visits {uncut:,}"
        varies = "; on several cores it varies" if result.limits.cores > 1 else ""
        ends = "static values" if isinstance(result.program, OwnProgram) else "leaves"
        fields["nodes"] = f"{answer.nodes:,}, {ends} {answer.leaves:,}{hits}{saved}{varies}"
    slower = ", while machine code was still being optimised" if warms_up else ""
    fields["seconds"] = f"{answer.seconds:.3f}{slower}"
    return fields


def _stopped(answer: Answer[Term]) -> str:
    """Why a search has no value, as far as that is known; empty where it has one."""
    why = STOPPED.get(answer.status, "")
    return f"{why}: {answer.culprit}" if answer.culprit else why


def _search(result: Result) -> str:
    if isinstance(result.program, LookedUp):
        return f"{result.program.value}, looked up"
    limits, order = result.limits, result.limits.settings.order
    depth = "no depth limit" if limits.depth is None else f"depth {limits.depth}"
    if result.answer.reached is not None:
        depth = f"finished to depth {result.answer.reached}"
    if limits.cores > 1:
        depth += f", {limits.cores} cores"
    depth += "" if order is Order.GAME else f", moves in {order.value} order"
    return f"{result.program.value} on {result.engine}, {depth}"


def _value(result: Result) -> str:
    answer = result.answer
    if answer.value is None:
        own = isinstance(result.program, OwnProgram) and result.program.gives is Gives.MOVE
        return "not given: the program returns only a move" if own else "unknown: the depth limit was reached"
    if isinstance(answer.value, bool):
        return "won" if answer.value else "not won"
    if isinstance(answer.value, Solution):
        plies = answer.value.plies
        return str(answer.value) if plies is None else f"{answer.value} {'ply' if plies == 1 else 'plies'}"
    bound = answer.bound(result.contract, result.limits)
    assert bound is not None
    said = {"exact": "", "lower": " or more", "upper": " or less"}[bound.value]
    return value_text(answer.value) + said + (" (an estimate at the horizon)" if answer.horizon else "")
