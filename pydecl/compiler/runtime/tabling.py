"""Tables of compiled Python: all answers to each question of a tabled predicate, worked out once.

A question whose answers depend on itself gets those that are there so far, and is worked out again until a
round adds none (naive evaluation). Questions that depend on each other are rounds of the lowest of them, the
leader, and are complete with it; questions that depend on no open one are complete at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydecl.compiler.runtime.values import uncovered

MOST_KEPT = 1_000_000
"""So many questions to a tabled predicate are kept."""

MOST_OPEN = 1000
"""So many questions may wait for each other."""

Answers = tuple[Any, ...]


class _Question:
    """A question to a tabled predicate.

    `low` is the place of the lowest open question on which this one depends; its own place if none. One that
    is neither open nor complete depends on its `leader`, which was open when this one closed.
    """

    __slots__ = ("answers", "asked", "changed", "complete", "leader", "low", "member", "open", "round")

    def __init__(self) -> None:
        self.answers: Answers = ()
        self.complete = self.open = self.member = self.changed = self.asked = False
        self.leader = self
        self.low = 0
        self.round = -1


class Tables:
    """The tables of a program's tabled predicates, and the questions that are being worked out.

    >>> tables = Tables()
    >>> edges = {"a": "b", "b": "ac", "c": "d", "d": ""}
    >>> @tables.answers
    ... def reached(node):
    ...     found = {*edges[node], *(there for next in edges[node] for there in reached(next))}
    ...     return tuple(sorted(found))
    >>> reached("a"), reached("c"), tables.complete(())
    (('a', 'b', 'c', 'd'), ('d',), True)
    """

    def __init__(self) -> None:
        self._open: list[_Question] = []
        self._members: list[_Question] = []
        """Those that are not complete, in the order in which they were first asked."""
        self._round = 0
        self._partial = False
        """Whether more answers may come to what was told last."""

    def complete(self, _answers: Answers) -> bool:
        """That the answers told last are all. Raises UncoveredError."""
        if self._partial:
            raise uncovered("a tabled predicate that depends on itself where all its answers are needed")
        return True

    def answers(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function of a tabled predicate, which gives its sorted answers, as a table."""
        table: dict[tuple[Any, ...], _Question] = {}
        depth = bool(function.__defaults__)  # how deep the call is, which is no part of the question

        def told(*arguments: Any) -> Any:
            key = arguments[:-1] if depth and len(arguments) == function.__code__.co_argcount else arguments
            question = table.get(key)
            if question is None:
                if len(table) >= MOST_KEPT and not self._open:
                    table.clear()
                question = table[key] = _Question()
            if not question.complete:
                if question.open or question.round == self._round:
                    self._depend(question)
                else:
                    self._work_out(question, function, arguments)
            self._partial = not question.complete
            return question.answers

        return told

    def _depend(self, question: _Question) -> None:
        """Note that the last open question depends on this one, which is complete if its leader is."""
        leader = question
        while not (leader.open or leader.complete):
            leader = leader.leader
        if leader.complete:
            question.complete = True
        else:
            self._open[-1].low = min(self._open[-1].low, leader.low)
            self._open[leader.low].asked = True

    def _work_out(
        self, question: _Question, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        place, base = len(self._open), len(self._members)
        if place == MOST_OPEN:
            raise RecursionError
        if not question.member:
            question.member = True
            self._members.append(question)
        question.open, question.low = True, place
        self._open.append(question)
        try:
            while True:
                question.changed = question.asked = False
                found = function(*arguments)
                if len(found) > len(question.answers):
                    question.answers, question.changed = found, True
                if question.low < place:
                    break
                if not (question.asked and question.changed):
                    question.complete = True
                    for member in self._members[base:]:
                        member.complete = True
                    del self._members[base:]
                    break
                self._round += 1
        except BaseException:
            for member in self._members[base:]:
                member.member = False
                if not member.complete:
                    member.answers = ()
            del self._members[base:]
            self._round += 1
            raise
        finally:
            question.open = False
            self._open.pop()
        if not question.complete:
            question.round, question.leader = self._round, self._open[question.low]
            self._open[-1].changed |= question.changed
            self._depend(question)
