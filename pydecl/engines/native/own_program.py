"""A program of a rules file's own in machine code, joined with the file's rules."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pydecl.engines.native.building import Tiers, build_soon
from pydecl.engines.native.compilation import FLAGS, given_parts, in_c, written
from pydecl.engines.native.compiled_rules import STOPPED, CompiledRules, held, unfit
from pydecl.engines.native.serialisation import Answer as Reply
from pydecl.engines.native.serialisation import End, request
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import stopped_by
from pydecl.errors import LimitError, UnfitError
from pydecl.model.number import Number
from pydecl.model.own import Gives, Manner, OwnProgram
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Atom, Compound, Term
from pydecl.paths import prolog_file
from pydecl.texts.entries import MODES, TEXTBOOK, Examples
from pydecl.texts.session import texts_of

UNLIMITED = 1 << 59
"""A depth, in plies, that is none."""

UNBOUND = Atom("pydecl unbound")
"""What stands for a best successor that a program leaves unbound; see pydecl/compiler/attachment.py."""


class MachineProgram:
    """A program of the file's own; it is compiled when it is made. A later question starts a child."""

    def __init__(
        self,
        game: SessionGame,
        program: OwnProgram,
        starts: Sequence[Term],
        *,
        empty_ends: bool,
        window: Sequence[Number] = (),
    ) -> None:
        """`game` is what `consult` gives; `starts` are positions of the kinds that will be asked about.

        `empty_ends` says whether moves/2 gives [] where the game is over; `window` has numbers of the kinds
        that the program's bounds will be of. Raises NotCompiledError where the program or the rules are not
        covered, NoCompilerError and BuildError.
        """
        self.program = program
        self._game = game
        self._whole = program.whole
        self._empty_ends = empty_ends
        roots = [self._root(start, Atom(mover), 0) for start in starts for mover in ("max", "min")]
        self._examples: Examples = {((program.name, MODES[self._whole]), 0): roots}
        if self._whole == ("alphabeta", 5):
            kinds: list[Term] = [0 if isinstance(bound, int) else 0.0 for bound in window]
            bounds = {((program.name, "+++--"), 1 + at): [kind] for at, kind in enumerate(kinds)}
            self._examples = {**self._examples, **bounds}
        self.code = CompiledRules(self._built(), game.session)

    def run(self, position: Term, mover: Atom, limits: Limits) -> Answer[Term]:
        """One search. A limit that is reached is no error: the answer is not complete.

        `mover` is who is to move. Raises UnfitError where SWI-Prolog must answer, for what went wrong, too.
        """
        depth = UNLIMITED if limits.depth is None else min(limits.depth, UNLIMITED)
        root = self._root(position, mover, depth)
        bounds = (limits.alpha, limits.beta) if self._whole == ("alphabeta", 5) else ()
        started = time.perf_counter()
        try:
            reply, counts = self._asked(1, (root, *bounds), limits.seconds)
            if reply.end is End.OK and counts[3] and self._whole != ("won", 1):
                again, _ = self._asked(2, (root, *bounds), limits.seconds)
                if again.end is not End.OK or len(set(again.terms(self._results))) > 1:
                    raise UnfitError("the program answers again, on backtracking")
        except (LimitError, KeyboardInterrupt) as error:
            return Answer.stopped(stopped_by(error), time.perf_counter() - started)
        return self._answer(reply, counts, root, time.perf_counter() - started)

    @property
    def _attached(self) -> bool:
        return self.program.manner is not Manner.BARE

    def _root(self, position: Term, mover: Atom, depth: int) -> Term:
        return Compound("at", (depth, mover, position)) if self._attached else position

    @property
    def _results(self) -> int:
        return MODES[self._whole].count("-")

    def _asked(
        self, most: int, arguments: Sequence[Term], seconds: float | None
    ) -> tuple[Reply, tuple[int, int, int, int]]:
        """The reply, and nodes, leaves, whether the horizon was met, whether there may be other answers."""
        data = held(lambda: request(self.code.arena, 0, most, arguments))
        told = self.code.answer("pydecl_own", data, seconds)
        counts = [int.from_bytes(told[at : at + 8], "little", signed=True) for at in range(0, 32, 8)]
        return Reply(told[32:]), (counts[0], counts[1], counts[2], counts[3])

    def _answer(
        self, reply: Reply, counts: tuple[int, int, int, int], root: Term, seconds: float
    ) -> Answer[Term]:
        attached = self._attached
        nodes, leaves, horizon, _ = counts
        status = STOPPED.get(reply.end, Status.COMPLETE)
        unknown = reply.end is End.FAILED  # at the horizon
        if status is Status.COMPLETE and reply.end is not End.OK and not unknown:
            raise unfit(reply)
        value: Number | bool | None = None
        best: Term | None = None
        if reply.end is End.OK:
            value, best = self._said(reply, root)
        if attached and isinstance(best, Compound):
            best = best.args[2]
        return Answer(
            status=status,
            value=value,
            best=best,
            nodes=nodes if attached else None,
            leaves=leaves if attached else None,
            horizon=attached and bool(horizon),
            seconds=seconds,
        )

    def _said(self, reply: Reply, root: Term) -> tuple[Number | bool | None, Term | None]:
        """The value and the best successor of the first answer; an attached program's root is none."""
        if self.program.gives is Gives.OUTCOME:
            return reply.solutions > 0, None
        if not reply.solutions:
            raise UnfitError("the program fails")
        (told,) = reply.terms(self._results)
        nothing = (UNBOUND, root) if self._attached else (UNBOUND,)
        best = None if told[0] in nothing else told[0]
        if self.program.gives is Gives.MOVE:
            return None, best
        if not isinstance(told[1], int | float):
            raise UnfitError("the program's value is no number")
        return told[1], best

    def _built(self) -> Tiers:
        own = (self.program.indicator, self.program.manner.value, str(self._empty_ends))
        textbook = [prolog_file("textbook", f"{name}.pl").read_text(encoding="utf-8") for name in TEXTBOOK]
        parts = ("own", *own, *textbook, *given_parts(self._game), *written(self._examples))
        return build_soon(parts, self._text, flags=FLAGS, seconds=texts_of(self._game.session).left)

    def _text(self) -> bytes:
        """The text in C."""
        return in_c(
            "own_in_c",
            self._game,
            self._examples,
            program=[self.program.name, self.program.arity],
            manner=self.program.manner.value,
            empty_ends=self._empty_ends,
        )
