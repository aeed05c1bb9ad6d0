"""A program of a rules file's own in machine code, joined with the file's rules."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from pydecl.engines.native.building import Source, Tiers
from pydecl.engines.native.compiled_rules import (
    FLAGS,
    STOPPED,
    CompiledRules,
    given_parts,
    in_c,
    unfit,
    written,
)
from pydecl.engines.native.serialisation import Answer as Reply
from pydecl.engines.native.serialisation import End, Reader, request
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import stopped_by
from pydecl.errors import LimitError, UnfitError
from pydecl.model.number import Number
from pydecl.model.program import Gives, Manner, OwnProgram
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Atom, Compound, Term
from pydecl.paths import prolog_file
from pydecl.texts.entries import MODES, TEXTBOOK, Examples
from pydecl.texts.session import texts_of

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
        self.program, self._game = program, game
        self._is_attached = program.manner is not Manner.BARE
        self._takes_window = program.whole == ("alphabeta", 5)
        mode = MODES[program.whole]
        self._results = mode.count("-")
        roots = [self._root(start, Atom(mover), 0) for start in starts for mover in ("max", "min")]
        examples: dict[Any, Sequence[Term]] = {((program.name, mode), 0): roots}
        if self._takes_window:
            for at, bound in enumerate(window, 1):
                examples[(program.name, "+++--"), at] = [0 if isinstance(bound, int) else 0.0]
        self.code = CompiledRules(self._built(examples, empty_ends), game.session)

    def run(self, position: Term, mover: Atom, limits: Limits) -> Answer[Term]:
        """One search. A limit that is reached is no error: the answer is not complete.

        `mover` is who is to move. Raises UnfitError where SWI-Prolog must answer, for what went wrong, too.
        """
        root = self._root(position, mover, limits.plies)
        asked = (root, *((limits.alpha, limits.beta) if self._takes_window else ()))
        started = time.perf_counter()
        try:
            reply, counts = self._asked(1, asked, limits.seconds)
            if reply.end is End.OK and counts[3] and self.program.whole != ("won", 1):
                again, _ = self._asked(2, asked, limits.seconds)
                if again.end is not End.OK or len(set(again.terms(self._results))) > 1:
                    raise UnfitError("the program answers again, on backtracking")
        except (LimitError, KeyboardInterrupt) as error:
            return Answer.stopped(stopped_by(error), time.perf_counter() - started)
        status = STOPPED.get(reply.end, Status.COMPLETE)
        if status is Status.COMPLETE and reply.end not in (End.OK, End.FAILED):  # failed: at the horizon
            raise unfit(reply)
        value, best = self._said(reply, root) if reply.end is End.OK else (None, None)
        nodes, leaves, horizon, _ = counts if self._is_attached else (None, None, 0, 0)
        seconds = time.perf_counter() - started
        return Answer(status, value, best, nodes, leaves, bool(horizon), seconds)

    def _root(self, position: Term, mover: Atom, depth: int) -> Term:
        return Compound("at", (depth, mover, position)) if self._is_attached else position

    def _asked(
        self, most: int, arguments: Sequence[Term], seconds: float | None
    ) -> tuple[Reply, tuple[int, ...]]:
        """The reply, and nodes, leaves, whether the horizon was met, whether there may be other answers."""
        data = request(self.code.arena, 0, most, arguments)
        reader = Reader(self.code.answer("pydecl_own", data, seconds))
        counts = reader.numbers(4)
        return Reply(reader.rest()), counts

    def _said(self, reply: Reply, root: Term) -> tuple[Number | bool | None, Term | None]:
        """The value and the best successor of the first answer; an attached program's root is none."""
        if self.program.gives is Gives.OUTCOME:
            return reply.solutions > 0, None
        if not reply.solutions:
            raise UnfitError("the program fails")
        told, *values = reply.terms(self._results)[0]
        best = None if told == UNBOUND or (self._is_attached and told == root) else told
        if self._is_attached and isinstance(best, Compound):
            best = best.args[2]
        if self.program.gives is Gives.MOVE:
            return None, best
        if not isinstance(values[0], int | float):
            raise UnfitError("the program's value is no number")
        return values[0], best

    def _built(self, examples: Examples, empty_ends: bool) -> Tiers:
        program, game = self.program, self._game
        about: dict[str, Any] = {
            "program": [program.name, program.arity],
            "manner": program.manner.value,
            "empty_ends": empty_ends,
        }
        textbook = [prolog_file("textbook", f"{name}.pl").read_text(encoding="utf-8") for name in TEXTBOOK]
        parts = ("own", *map(str, about.values()), *textbook, *given_parts(game), *written(examples))
        left = texts_of(game.session).left
        text_in_c = partial(in_c, "own_in_c", game, examples, **about)
        return Source(parts, text_in_c, FLAGS, seconds=left).built_soon()
