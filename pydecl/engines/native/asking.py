"""An object of compiled rules, asked: for the solutions of a predicate, or for a search."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TypeVar

from pydecl.engines.native.building import Tiers
from pydecl.engines.native.calling import Request
from pydecl.engines.native.csearching import Found, fault, found, search_request
from pydecl.engines.native.cterms import Answer as Reply
from pydecl.engines.native.cterms import End, ForeignError, encoded, request, several
from pydecl.engines.native.layered import (
    bounds_held,
    bounds_request,
    by_layer,
    due,
    due_request,
    expand_request,
    merge_request,
    roots_request,
    sample_request,
    sampled,
)
from pydecl.engines.native.running import MEMORY
from pydecl.engines.native.solving import (
    ALL,
    keys_in,
    keys_request,
    solved,
    terms_request,
    valued,
)
from pydecl.engines.native.supplying import Told, What, facts_request, positions_request, told
from pydecl.engines.native.tiers import TieredCode
from pydecl.errors import (
    ContractError,
    LimitError,
    NumberTooLargeError,
    OutOfMemoryError,
    PydeclError,
    UnfitError,
    UntoldError,
)
from pydecl.model.coding import Coding
from pydecl.model.game import Outcome
from pydecl.model.keyed import ByLayer, Due, Held, KeyCoding, Sampled, Unsolved
from pydecl.model.number import Number
from pydecl.model.parts import Part
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Solution, Status, Value
from pydecl.model.solved import Solved
from pydecl.model.term import Atom, Compound, Term, term_text
from pydecl.model.valued import Valued
from pydecl.sandbox.frames import BIGGEST
from pydecl.sandbox.replies import malformed, read_reply
from pydecl.texts.entries import ABOUT, MOVES, Predicate

T = TypeVar("T")

CODING = {"roles": [str], "facts": [str], "first_moves": [str], "second_moves": [str]}

TOLD = {
    "entries": [[str]],
    "programs": [str],
    "without": {str: str},
    "refused": {str: str},
    "coding": (None, CODING),
}
"""The shape of what an object says of itself."""

SMALL = 64 << 20
"""The arena where positions are expanded one by one, in bytes."""

MOST = 1 << 40
"""As many solutions as there are."""

STOPPED = {End.TIME: Status.TIME, End.MEMORY: Status.MEMORY, End.STACK: Status.MEMORY}

WHY = {
    End.OVERFLOW: "a whole number does not fit into 64 bits",
    End.ERROR: "the rules raise an exception",
    End.THROWN: "the rules raise an exception",
    End.FOREIGN: "the position holds what the rules do not tell",
    End.NO_ENTRY: "the rules lack what it asks",
}
"""Why another engine must answer, where the reply itself does not say more."""


Most = Callable[[float | None], float | None]


def _as_it_is(seconds: float | None) -> float | None:
    return seconds


class Asked:
    """The functions of the objects that `making.made` gave."""

    def __init__(
        self, built: Tiers, *, memory: int = MEMORY, most: Most = _as_it_is, passed: Sequence[int] = ()
    ) -> None:
        """`memory` is in MiB; a fourth of it is for the terms of a search, the rest for its tables.

        `most` makes of the seconds that a question may take those that there still are.
        """
        self._most = most
        self._code = TieredCode(built, memory=memory, passed=passed)
        self._arena = memory << 18
        self.searches = 0
        """How often a search has run ahead."""

    def close(self) -> None:
        """End the child; a later question starts another."""
        self._code.close()

    def share(self, jobs: int) -> None:
        """Let so many processes solve all positions, if there is memory for them."""
        self._code.share(jobs - 1)

    def interrupt(self) -> None:
        """End what another thread computes."""
        self._code.interrupt()

    def hurry(self) -> None:
        """Have the object that computes fast built now."""
        self._code.hurry()

    @property
    def warms_up(self) -> bool:
        """Whether code that computes faster was built meanwhile."""
        return self._code.warms_up

    @property
    def pid(self) -> int | None:
        """The child's process, or None where none runs."""
        return self._code.pid

    @cached_property
    def about(self) -> Mapping[str, object]:
        """What the object says of itself: entries, programs, and what is missing."""
        told: Mapping[str, object] = read_reply(self._code.call(ABOUT, seconds=self._most(60.0)).data, TOLD)
        return told

    @cached_property
    def entries(self) -> Mapping[Predicate, int]:
        """The predicates that can be asked, with their numbers."""
        names = self.about["entries"]
        assert isinstance(names, list)
        if any(len(name) != 2 for name in names):
            raise malformed("a name and a mode", str(names))
        return {(name, mode): number for number, (name, mode) in enumerate(names)}

    @cached_property
    def programs(self) -> Sequence[str]:
        """The search programs, by their numbers."""
        programs = self.about["programs"]
        assert isinstance(programs, list)
        return programs

    @cached_property
    def without(self) -> Mapping[str, str]:
        """The search programs that are not there; and why, unless nobody wanted them there."""
        without = self.about["without"]
        assert isinstance(without, dict)
        return without

    @cached_property
    def coding(self) -> Coding | None:
        """How positions are told that are bits here; None if they are terms."""
        coding = self.about["coding"]
        return Coding(**coding) if isinstance(coding, dict) else None

    def coded(self, term: Term) -> Term:
        """A position as it is here. Raises UnfitError if it is none that can be told here."""
        coded = term if self.coding is None else self.coding.coded(term)
        if coded is None:
            raise UnfitError(f"{term_text(term)} holds what no play from the start has")
        return coded

    def told(self, terms: Sequence[Term]) -> tuple[Term, ...]:
        """Terms with positions as others know them."""
        return tuple(terms) if self.coding is None else tuple(map(self.coding.told, terms))

    @cached_property
    def refused(self) -> Mapping[str, str]:
        """Why a predicate that the rules define is not compiled."""
        refused = self.about["refused"]
        assert isinstance(refused, dict)
        return refused

    def solutions(
        self,
        predicate: Predicate,
        arguments: Sequence[Term] = (),
        *,
        most: int = MOST,
        seconds: float | None = 60.0,
    ) -> list[tuple[Term, ...]]:
        """The solutions of a predicate, in order, at most so many.

        Raises UnfitError, NumberTooLargeError where a number left 64 bits, LimitError and OutOfMemoryError.
        """
        number = self.entries.get(predicate)
        if number is None:
            raise UnfitError(f"{predicate[0]}/{len(predicate[1])} is not compiled")
        coded = [*map(self.coded, arguments)]
        data = held(lambda: request(self._arena, number, most, coded))
        reply = Reply(self._code.call("pydecl_solve", data, seconds=self._most(seconds)).data)
        if reply.end is not End.OK:
            raise self._error(reply)
        found = reply.terms(predicate[1].count("-"))
        return self.named(coded[0], found) if predicate == MOVES[2] else list(map(self.told, found))

    def named(self, coded: Term, moves: Sequence[tuple[Term, ...]]) -> list[tuple[Term, ...]]:
        """Moves of a position, which is as it is here, and what they lead to, as others know them."""
        if self.coding is None:
            return list(moves)
        return [self.told([self.coding.move(coded, move), after]) for move, after in moves]

    def walk(self, arena: int, size: int) -> PydeclError:
        """Let the code answer by shared memory of so many bytes until the rules go wrong: what is wrong.

        Raises what ends the process.
        """
        data = struct.pack("=qq", arena, size)
        return self._error(Reply(self._code.call("pydecl_walk", data, seconds=None).data))

    def search(
        self, program: Program, position: Term, limits: Limits, *, record_leaves: bool = False
    ) -> Answer[Term]:
        """Run a program. A limit that is reached is no error: the answer is not complete.

        Raises ContractError where the game breaks its contract, UnfitError where another engine must answer.
        """
        started = time.perf_counter()
        try:
            reply = self._reply(program.value, position, limits, record_leaves=record_leaves)
        except OutOfMemoryError:
            return Answer.stopped(Status.MEMORY, time.perf_counter() - started)
        except LimitError:
            return Answer.stopped(Status.TIME, time.perf_counter() - started)
        except KeyboardInterrupt:
            return Answer.stopped(Status.INTERRUPTED, time.perf_counter() - started)
        return self._answer(reply, time.perf_counter() - started, record_leaves)

    def run_ahead(self, program: str, position: Term, limits: Limits) -> None:
        """Run a program whose twin will ask for facts about what it meets, in the time of the limits.

        Raises UnfitError where the program cannot begin.
        """
        self.searches += 1
        try:
            end = self._reply(program, position, limits, note=True).answer
        except OutOfMemoryError as error:
            raise UnfitError(str(error)) from None
        if end.end in (End.FOREIGN, End.NO_ENTRY):
            raise unfit(end)

    def facts(self, position: int, what: What, count: int) -> Told:
        """Facts about a position that the last search has met, and about so many that it met then.

        Raises UnfitError where another engine must tell, and LimitError.
        """
        data = facts_request(self._arena, position, what, count)
        found = told(self._code.call("pydecl_facts", data, seconds=self._most(None), most=BIGGEST).data)
        if found.numbers:
            return found
        if found.end.end is End.TIME:
            raise self._error(found.end)
        raise unfit(found.end)

    def positions(self, numbers: Sequence[int]) -> Sequence[Term]:
        """The positions of these numbers, which the last search has met."""
        data = positions_request(self._arena, numbers)
        reply = Reply(self._code.call("pydecl_positions", data, seconds=self._most(60.0), most=BIGGEST).data)
        if reply.end is not End.OK:
            raise self._error(reply)
        return self.told([term for (term,) in reply.terms(1)])

    def perft(self, position: Term, plies: int, seconds: float | None = 60.0) -> int:
        """How many ways there are to play so many plies.

        Raises LimitError, OutOfMemoryError, and UnfitError where others must count.
        """
        reply = self._reply("perft", position, Limits(plies, seconds=seconds))
        if reply.answer.end is not End.OK:
            raise self._error(reply.answer)
        return reply.nodes

    def solve(self, roots: Sequence[Term] | None, seconds: float | None) -> Solved[Term]:
        """Solve these positions, or without any those of position/1, and all that they lead to.

        A limit that is reached is no error: nothing is solved. Raises ContractError where the game breaks its
        contract, UnfitError where another engine must solve it.
        """
        return self._all("pydecl_solve_all", b"", roots, seconds, solved, Solved.stopped)

    def value(self, roots: Sequence[Term] | None, bound: float, seconds: float | None) -> Valued[Term]:
        """The values of the positions of a game of chance, as closely as `bound`; the rest as `solve`."""
        told = struct.pack("=d", bound)
        return self._all("pydecl_values", told, roots, seconds, valued, Valued.stopped)

    def _all(
        self,
        entry: str,
        told: bytes,
        roots: Sequence[Term] | None,
        seconds: float | None,
        read: Callable[[Asked, bytes, float], tuple[T, Reply]],
        stopped: Callable[[Status, float], T],
    ) -> T:
        """What an entry finds of all positions; it is told something before the roots."""
        started = time.perf_counter()
        named = struct.pack("=q", ALL if roots is None else len(roots))
        terms = list(map(self.coded, roots or ()))
        data = held(lambda: struct.pack("=q", self._arena) + told + named + b"".join(map(encoded, terms)))
        try:
            reply = self._code.call(entry, data, seconds=self._most(seconds), most=BIGGEST, shared=True).data
        except OutOfMemoryError:
            return stopped(Status.MEMORY, time.perf_counter() - started)
        except LimitError:
            return stopped(Status.TIME, time.perf_counter() - started)
        found, end = read(self, reply, started)
        if end.end is not End.OK:
            self._code.end()  # what helped may still be busy
        if end.end is End.CONTRACT:
            raise self._fault(end)
        if end.end is not End.OK and end.end not in STOPPED:
            raise unfit(end)
        return found

    def terms_of(self, coding: KeyCoding, keys: bytes) -> Sequence[Term]:
        """The positions of some keys."""
        reply = self._asked_of_keys("pydecl_keys", terms_request(coding, keys))
        return self.told(several(reply.output, 0, len(keys) // coding.size)[0])

    def keys_of(self, coding: KeyCoding, positions: Sequence[Term]) -> Sequence[tuple[int, bytes] | None]:
        """The layers and the keys of positions; None for one whose key is longer than these."""
        question = held(lambda: keys_request(coding, list(map(self.coded, positions))))
        return keys_in(coding, self._asked_of_keys("pydecl_keys", question).output)

    def sample(self, most: int, roots: Sequence[Term] | None) -> Sampled:
        """What random play from these roots meets, so many positions at the most."""
        question = held(lambda: sample_request(most, self._coded(roots)))
        read = partial(sampled, told_by_rules=("layer", "+-") in self.entries)
        return self._told_of_keys("pydecl_layers", question, read)

    def roots(self, coding: KeyCoding, roots: Sequence[Term] | None) -> ByLayer:
        """The keys of these roots, or without any of those of position/1."""
        question = held(lambda: roots_request(coding, self._coded(roots)))
        return self._told_of_keys("pydecl_roots", question, partial(by_layer, coding))

    def expanded(self, coding: KeyCoding, layer: int, keys: Part) -> ByLayer:
        """The keys of what follows positions of a layer."""
        question = expand_request(coding, layer, keys)
        return self._told_of_keys("pydecl_expand", question, partial(by_layer, coding))

    def merged(self, coding: KeyCoding, keys: Sequence[Part], others: Part) -> bytes:
        """Keys in order, each once, without others, which are in order."""
        question = merge_request(coding, keys, others)
        return self._told_of_keys("pydecl_merge", question, partial(by_layer, coding)).keys[0]

    def due(self, coding: KeyCoding, unsolved: Unsolved) -> Due:
        """The solutions of positions that follow from what is known, this and what was folded before."""
        question = due_request(coding, unsolved)
        return self._told_of_keys("pydecl_due", question, partial(due, last=unsolved.last))

    def held(self, coding: KeyCoding, keys: Part, bounds: Sequence[Part]) -> Held:
        """Whether bounds of values hold."""
        return self._told_of_keys("pydecl_bounds", bounds_request(coding, keys, bounds), bounds_held)

    def _coded(self, roots: Sequence[Term] | None) -> Sequence[Term] | None:
        return None if roots is None else list(map(self.coded, roots))

    def _asked_of_keys(self, entry: str, question: bytes) -> Reply:
        data = struct.pack("=q", self._arena) + question
        reply = Reply(self._code.call(entry, data, seconds=self._most(60.0)).data)
        if reply.end is not End.OK:
            raise self._error(reply)
        return reply

    def _told_of_keys(self, entry: str, question: Request, read: Callable[[bytes], tuple[T, int]]) -> T:
        """What comes before an answer of which nothing else is wanted."""
        parts = (question,) if isinstance(question, bytes) else question
        data = (struct.pack("=q", min(self._arena, SMALL)), *parts)
        told = self._code.call(entry, data, seconds=self._most(None), most=BIGGEST).data
        found, end = read(told)
        reply = Reply(told[end:])
        if reply.end is not End.OK:
            raise self._error(reply)
        return found

    def _reply(self, program: str, position: Term, limits: Limits, **options: bool) -> Found:
        if program not in self.programs:
            raise UnfitError(self.without.get(program) or f"{program} does not run there")
        number = self.programs.index(program)
        coded = self.coded(position)
        data = held(lambda: search_request(self._arena, number, coded, limits, **options))
        return found(self._code.call("pydecl_search", data, seconds=self._most(limits.seconds)).data)

    def _answer(self, reply: Found, seconds: float, record_leaves: bool) -> Answer[Term]:
        end = reply.answer.end
        if end is End.CONTRACT:
            raise self._fault(reply.answer)
        status = STOPPED.get(end, Status.COMPLETE)
        if status is Status.COMPLETE and end not in (End.OK, End.FAILED):
            raise unfit(reply.answer)
        iterated = status is not Status.COMPLETE and reply.reached is not None  # an iteration is finished
        best = None if reply.best is None else self.told([reply.best])[0]
        return Answer(
            status=Status.COMPLETE if iterated else status,
            value=None if reply.value is None else _value(reply.value),
            best=best,
            nodes=reply.nodes,
            leaves=reply.leaves,
            horizon=reply.horizon or iterated,
            seconds=seconds,
            evaluated=self.told(reply.evaluated) if record_leaves else None,
            hits=reply.hits,
            reached=reply.reached,
        )

    def _fault(self, reply: Reply) -> ContractError:
        name, *details = self.told(fault(reply))
        assert isinstance(name, Atom)
        return ContractError(name.name, *map(term_text, details))

    def _error(self, reply: Reply) -> PydeclError:
        if reply.end is End.CONTRACT:
            return self._fault(reply)
        if reply.end is End.OVERFLOW:
            return NumberTooLargeError(WHY[End.OVERFLOW])
        if reply.end is End.TIME:
            return LimitError("time is up")
        if reply.end in STOPPED:
            return OutOfMemoryError("the machine code used up its memory (--memory)")
        return unfit(reply)


def held(make: Callable[[], bytes]) -> bytes:
    """A request; raises UnfitError where a term is none that machine code holds."""
    try:
        return make()
    except ForeignError as error:
        raise UnfitError(str(error)) from None


def _value(term: Term) -> Value:
    if isinstance(term, Atom):
        return term == Atom("true")
    if isinstance(term, Compound):
        outcome, plies = term.args
        return Solution(Outcome(str(outcome)), plies if isinstance(plies, int) else None)
    assert isinstance(term, Number)
    return term


def unfit(reply: Reply) -> UnfitError:
    """Why another engine must answer."""
    why = WHY.get(reply.end, reply.reason)
    return UntoldError(why) if reply.end is End.FOREIGN else UnfitError(why)
