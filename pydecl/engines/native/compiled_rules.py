"""Rules made into an object, which is asked for the solutions of a predicate, or for a search.

It is made once, and kept under the digest of all that it depends on: the compiler is not even imported where
the object is kept from before.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydecl.engines.native.building import Compiler, Source, Tiers
from pydecl.engines.native.call import Request
from pydecl.engines.native.client import NativeCode
from pydecl.engines.native.serialisation import Answer as Reply
from pydecl.engines.native.serialisation import End, Searched, fault, request, search_request
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import stopped_by
from pydecl.engines.prolog.session import Session
from pydecl.errors import (
    ContractError,
    LimitError,
    NumberTooLargeError,
    OutOfMemoryError,
    PydeclError,
    TooLongToCompileError,
    UnfitError,
    UntoldError,
)
from pydecl.kept import digest_of, stamps
from pydecl.model.game import Outcome
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Solution, Status, Value
from pydecl.model.term import Atom, Compound, Term, term_text
from pydecl.paths import own_files
from pydecl.sandbox.frames import BIGGEST_REPLY
from pydecl.sandbox.replies import malformed, read_reply
from pydecl.texts.entries import ABOUT, MOVES, Examples, Facts, Predicate, given, told
from pydecl.texts.explaining import MOST_C, rules_text
from pydecl.texts.session import texts_of

if TYPE_CHECKING:
    from pydecl.model.coding import Coding

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


FLAGS = ("-w",)
"""The text is tested under warnings; a newer compiler may have others."""

_OWN = ("compiler", "engines/native", "grounding", "rules", "texts")
"""What of pydecl's own sources decides what is made, with the texts of the search programs."""


def compiled(
    game: SessionGame,
    examples: Examples,
    compiler: Compiler | None = None,
    only: Collection[str] | None = None,
    hastily: bool = False,
    facts: Facts | None = None,
) -> Tiers:
    """The objects of a game's rules with the search programs, built if they are not kept.

    If a `compiler` is given, or it is done `hastily`, there is one object: the compiler's, or the one that is
    there soonest. `only` names programs: the object has no others, and with one alone is built in half the
    time. `facts` are in the place of the game's.

    Raises NotCompiledError where moves or movers are not covered, NoCompilerError, BuildError and LimitError.
    """
    texts = texts_of(game.session)
    names = None if only is None else sorted(only)
    which = "" if names is None else f"only {names}"
    parts = ("game", which, *given_parts(game, facts), *written(examples))

    def text_in_c() -> bytes:
        return in_c("game_in_c", game, examples, facts, only=names)

    source = Source(parts, text_in_c, FLAGS, seconds=texts.left)
    if hastily:
        return Tiers(source.built_hastily()[0])
    return source.built_soon() if compiler is None else Tiers(source.built(compiler))


def in_c(job: str, game: SessionGame, examples: Examples, facts: Facts | None = None, **about: Any) -> bytes:
    """The text in C that a job of `pydecl/texts/making.py` makes. Raises NotCompiledError and LimitError."""
    text, texts = rules_text(game).encode(), texts_of(game.session)
    try:
        return texts.ask_bytes(job, text, MOST_C, examples=told(examples), **given(game, facts), **about)
    except ContractError as error:
        if error.fault != "answer_too_large":
            raise
        most = f"no more than {MOST_C >> 20} MiB of C can be made of the rules"
        raise TooLongToCompileError(f"{game.name}: {most}") from None


def given_parts(game: SessionGame, facts: Facts | None = None) -> Sequence[str]:
    """All that the text in C depends on."""
    written_facts = (
        f"{name}/{arity} {' '.join(map(term_text, terms))}"
        for (name, arity), terms in (game.facts if facts is None else facts).items()
    )
    included = [f"{file}\n{_digest(file)}" for file in game.included]
    school = (game.convention, *map(term_text, game.decided))
    told = (game.loaded, *written_facts, *included, *school, *sorted(game.defined))
    return (*own_sources(), game.rules_file, rules_text(game), *told)


def _digest(file: Path) -> str:
    """What a file holds, as a digest; or why it cannot be read."""
    try:
        return digest_of(file)
    except OSError as error:
        return str(error)


def written(examples: Examples) -> Sequence[str]:
    """Examples as text."""
    return [
        f"{name} {mode} {index} {term_text(term)}"
        for ((name, mode), index), terms in sorted(examples.items())
        for term in terms
    ]


@cache
def own_sources() -> tuple[str, ...]:
    """Pydecl's own sources as they are now: names, sizes and times."""
    return tuple(stamps(own_files(_OWN, ("textbook", "refined", "support"))))


@dataclass(frozen=True)
class About:
    """What an object says of itself."""

    entries: Mapping[Predicate, int]
    """The predicates that can be asked, with their numbers."""
    programs: Sequence[str]
    """The search programs, by their numbers."""
    without: Mapping[str, str]
    """The search programs that are not there; and why, unless nobody wanted them there."""
    refused: Mapping[str, str]
    """Why a predicate that the rules define is not compiled."""
    coding: Coding | None
    """How positions are told that are bits here; None if they are terms."""


class CompiledRules(NativeCode):
    """The functions of the objects that `compiled` gave."""

    def __init__(self, built: Tiers, session: Session, passed: Sequence[int] = ()) -> None:
        """The time and the memory are those of the game's session.

        A fourth of the memory is for the terms of a search, the rest for its tables.
        """
        super().__init__(*built, memory=session.memory, passed=passed)
        self._session = session
        self.arena = self.memory << 18
        """In bytes."""
        self.searches = 0
        """How often a search has run ahead."""

    @cached_property
    def about(self) -> About:
        """What the object says of itself."""
        said: Mapping[str, Any] = read_reply(self.answer(ABOUT), TOLD)
        if any(len(name) != 2 for name in said["entries"]):
            raise malformed("a name and a mode", str(said["entries"]))
        entries = {(name, mode): number for number, (name, mode) in enumerate(said["entries"])}
        coding = None
        if said["coding"] is not None:
            from pydecl.model.coding import Coding  # late: few rules are told in bits

            coding = Coding(**said["coding"])
        return About(entries, said["programs"], said["without"], said["refused"], coding)

    def coded(self, term: Term) -> Term:
        """A position as it is here. Raises UnfitError if it is none that can be told here."""
        coded = term if self.about.coding is None else self.about.coding.coded(term)
        if coded is None:
            raise UnfitError(f"{term_text(term)} holds what no play from the start has")
        return coded

    def told(self, terms: Sequence[Term]) -> tuple[Term, ...]:
        """Terms with positions as others know them."""
        return tuple(terms) if self.about.coding is None else tuple(map(self.about.coding.told, terms))

    def solutions(
        self, predicate: Predicate, arguments: Sequence[Term] = (), *, most: int = MOST
    ) -> list[tuple[Term, ...]]:
        """The solutions of a predicate, in order, at most so many.

        Raises UnfitError, NumberTooLargeError where a number left 64 bits, LimitError and OutOfMemoryError.
        """
        number = self.about.entries.get(predicate)
        if number is None:
            raise UnfitError(f"{predicate[0]}/{len(predicate[1])} is not compiled")
        coded = [*map(self.coded, arguments)]
        data = request(self.arena, number, most, coded)
        found = self.reply("pydecl_solve", data).terms(predicate[1].count("-"))
        return self.named(coded[0], found) if predicate == MOVES[2] else list(map(self.told, found))

    def named(self, coded: Term, moves: Sequence[tuple[Term, ...]]) -> list[tuple[Term, ...]]:
        """Moves of a position, which is as it is here, and what they lead to, as others know them."""
        if self.about.coding is None:
            return list(moves)
        return [self.told([self.about.coding.move(coded, move), after]) for move, after in moves]

    def walk(self, arena: int, size: int) -> PydeclError:
        """What goes wrong in the end, as the code answers by shared memory of so many bytes."""
        data = struct.pack("=qq", arena, size)
        return self.error(Reply(self.call("pydecl_walk", data, seconds=None)))

    def search(
        self, program: Program, position: Term, limits: Limits, *, record_leaves: bool = False
    ) -> Answer[Term]:
        """Run a program. A limit that is reached is no error: the answer is not complete.

        Raises ContractError where the game breaks its contract, UnfitError where another engine must answer.
        """
        started = time.perf_counter()
        try:
            reply = self._reply(program.value, position, limits, record_leaves=record_leaves)
        except (LimitError, KeyboardInterrupt) as error:
            return Answer.stopped(stopped_by(error), time.perf_counter() - started)
        return self._answer(reply, time.perf_counter() - started, record_leaves)

    def run_ahead(self, program: str, position: Term, limits: Limits) -> None:
        """Run a program whose twin will ask for facts about what it meets, in the time of the limits.

        Raises UnfitError where the program cannot begin.
        """
        self.searches += 1
        try:
            end = self._reply(program, position, limits, note=True)
        except OutOfMemoryError as error:
            raise UnfitError(str(error)) from None
        if end.end in (End.FOREIGN, End.NO_ENTRY):
            raise unfit(end)

    def perft(self, position: Term, plies: int, seconds: float | None = 60.0) -> int:
        """How many ways there are to play so many plies.

        Raises LimitError, OutOfMemoryError, and UnfitError where others must count.
        """
        reply = self._reply("perft", position, Limits(plies, seconds=seconds))
        if reply.end is not End.OK:
            raise self.error(reply)
        return reply.nodes

    def answer(
        self,
        entry: str,
        request: Request = b"",
        seconds: float | None = 60.0,
        most: int = BIGGEST_REPLY,
        *,
        shared: bool = False,
    ) -> bytes:
        """What a function answers, in the time that there still is. Raises what `call` raises."""
        return self.call(entry, request, seconds=self._session.most(seconds), most=most, shared=shared)

    def reply(
        self, entry: str, request: Request, seconds: float | None = 60.0, most: int = BIGGEST_REPLY
    ) -> Reply:
        """The answer of a function that says nothing before it. Raises what `error` gives."""
        reply = Reply(self.answer(entry, request, seconds, most))
        if reply.end is not End.OK:
            raise self.error(reply)
        return reply

    def _reply(self, program: str, position: Term, limits: Limits, **options: bool) -> Searched:
        if program not in self.about.programs:
            raise UnfitError(self.about.without.get(program) or f"{program} does not run there")
        number = self.about.programs.index(program)
        data = search_request(self.arena, number, self.coded(position), limits, **options)
        return Searched(self.answer("pydecl_search", data, limits.seconds))

    def _answer(self, reply: Searched, seconds: float, record_leaves: bool) -> Answer[Term]:
        end = reply.end
        if end is End.CONTRACT:
            raise self.fault(reply)
        status = STOPPED.get(end, Status.COMPLETE)
        if status is Status.COMPLETE and end not in (End.OK, End.FAILED):
            raise unfit(reply)
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

    def fault(self, reply: Reply) -> ContractError:
        """How the game breaks its contract."""
        name, *details = self.told(fault(reply))
        assert isinstance(name, Atom)
        return ContractError(name.name, *map(term_text, details))

    def error(self, reply: Reply) -> PydeclError:
        """Why there is no answer."""
        if reply.end is End.CONTRACT:
            return self.fault(reply)
        if reply.end is End.OVERFLOW:
            return NumberTooLargeError(WHY[End.OVERFLOW])
        if reply.end is End.TIME:
            return LimitError("time is up")
        if reply.end in STOPPED:
            return OutOfMemoryError("the machine code used up its memory (--memory)")
        return unfit(reply)


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
