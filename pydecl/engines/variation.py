"""The variation: best play from an answer onwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from pydecl.errors import PydeclError
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Term


def variation(
    ask: Callable[[Term, Limits], Answer[Term]], answer: Answer[Term], limits: Limits
) -> Sequence[Term]:
    """Best play from `answer.best` onwards: the question is asked again at each best successor.

    It is one ply less deep each time, and outside the nodes and seconds of the answer. It ends early where
    twice the time that the answer took and a second, or the time of the limits, is over, and where play comes
    back to a position.
    Raises KeyboardInterrupt.
    """
    line: list[Term] = []
    started = time.monotonic()
    allowed = 2 * answer.seconds + 1
    if limits.seconds is not None:
        allowed = min(allowed, limits.seconds)
    if answer.reached is not None:  # no deeper than the answer's own iteration
        limits = replace(limits, depth=answer.reached)
    while answer.best is not None and answer.best not in line:
        line.append(answer.best)
        left = allowed - (time.monotonic() - started)
        if left <= 0:
            break
        limits = limits.one_ply_less()
        try:
            answer = ask(answer.best, replace(limits, seconds=left))
        except PydeclError:
            break
        if answer.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
    return tuple(line)
