"""Grade homework: each file in a child of its own, part by part, what is finished kept at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydecl.crosschecking.own_checking import TREES, check_own
from pydecl.engines import registry
from pydecl.engines.own import own_program
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, Exit, InputError, LimitError, PrologUnavailableError, PydeclError
from pydecl.errors.unforeseen import named
from pydecl.grading.part import RULES, Part, State, marks, of_error, of_program, of_rules
from pydecl.grading.rules import compare_rules
from pydecl.grading.shape import BadReferenceError
from pydecl.grading.store import Store, content_of
from pydecl.loading.consulting import consult
from pydecl.model.deadline import Deadline
from pydecl.model.number import INFINITY
from pydecl.model.own import PREFIX, Manner
from pydecl.model.shown import Shown
from pydecl.sandbox.session import MEMORY

POSITIONS = 2_000
"""Positions on which the rules are compared, by default."""


@dataclass(frozen=True)
class Grade:
    """How a file did; `resumed` says that nothing of it had to be graded again."""

    file: str
    parts: Sequence[Part]
    resumed: bool

    @property
    def agrees(self) -> bool:
        return all(part.state is State.AGREES for part in self.parts)

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        right, of = marks(self.parts)
        return {
            "file": self.file,
            "agree": self.agrees,
            "marks": {"right": right, "of": of},
            "resumed": self.resumed,
            "parts": [part.to_json() for part in self.parts],
        }


@dataclass(frozen=True)
class Grades(Shown):
    """How the files did that were graded; `interrupted` says that there are others."""

    reference: str
    files: Sequence[Grade]
    interrupted: bool = False

    @property
    def exit_code(self) -> Exit:
        if self.interrupted:
            return Exit.INTERRUPTED
        states = {part.state for grade in self.files for part in grade.parts}
        if State.FAULT in states:
            return Exit.INTERNAL_FAULT
        if State.SYSTEM_LIMIT in states:
            return Exit.LIMIT
        return Exit.FINE if all(grade.agrees for grade in self.files) else Exit.DISAGREEMENT

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        is_verdict = self.exit_code in (Exit.FINE, Exit.DISAGREEMENT)
        agree = self.exit_code is Exit.FINE if is_verdict else None
        return {
            "reference": self.reference,
            "agree": agree,
            "interrupted": self.interrupted,
            "files": [grade.to_json() for grade in self.files],
        }


@dataclass(frozen=True)
class Asked:
    """How files are graded: the seconds for each file (None is no limit), the positions on which the rules
    are compared, the random trees for each program, their seed, and the memory for each child in MiB.
    """

    seconds: float | None = 60.0
    positions: int = POSITIONS
    trees: int = TREES
    seed: int = 0
    memory: int = MEMORY

    def __str__(self) -> str:
        return f"{self.seconds} {self.positions} {self.trees} {self.seed} {self.memory}"


Found = TypeVar("Found")

Progress = Callable[[int, int], None]
"""Told how many files are done, and of how many."""


def grade(
    reference: str | Path,
    files: Sequence[str | Path],
    asked: Asked | None = None,
    *,
    store: Store | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Grades:
    """Grade each file against the reference: its rules, and the programs that it brings.

    What is finished is kept in the `store`, and with `resume` taken from there. Whatever is wrong with a file
    is in its grade. Raises InputError where the reference cannot be used.
    """
    asked = asked or Asked()
    done: list[Grade] = []
    with _reference(reference, asked) as opened:
        for file in files:
            try:
                grading = _Grading(opened, Path(reference), Path(file), asked, store, resume)
                done.append(_graded(grading, file))
                if progress:
                    progress(len(done), len(files))
            except KeyboardInterrupt:
                return Grades(str(reference), done, interrupted=True)
    return Grades(str(reference), done)


def _graded(grading: _Grading, file: str | Path) -> Grade:
    """A file's grade; an internal fault ends it alone. What is wrong with the store ends all."""
    try:
        return grading.grade()
    except PydeclError:
        raise
    except Exception as error:
        return Grade(str(file), [of_error(RULES, named(error))], resumed=False)


@contextmanager
def _reference(reference: str | Path, asked: Asked) -> Iterator[SessionGame]:
    try:
        opened = twice(lambda: consult(reference, seconds=asked.seconds, memory=asked.memory))
    except (ContractError, LimitError) as error:
        raise _unusable(reference, error) from None
    with opened:
        if not opened.defined & {"initial/1"}:
            raise BadReferenceError(f"the reference {reference} has no initial/1: nowhere to start comparing")
        try:
            twice(lambda: compare_rules(opened, opened, asked.positions, _deadline(asked)))
        except (ContractError, LimitError) as error:
            raise _unusable(reference, error) from None
        yield opened


def _unusable(reference: str | Path, error: PydeclError) -> BadReferenceError:
    return BadReferenceError(f"the reference {reference} cannot be used: {error}")


def _deadline(asked: Asked) -> float:
    return INFINITY if asked.seconds is None else time.monotonic() + asked.seconds


class _Grading:
    """One file's."""

    def __init__(
        self,
        reference: SessionGame,
        reference_file: Path,
        file: Path,
        asked: Asked,
        store: Store | None,
        resume: bool,
    ) -> None:
        self._reference = reference
        self._file = file
        self._asked = asked
        self._store = store
        self._resume = resume
        self._key = content_of(reference_file), content_of(file), str(asked)
        self._deadline = _deadline(asked)
        self._game: SessionGame | None = None

    def grade(self) -> Grade:
        """The grade of the file, as far as it is not known. Raises KeyboardInterrupt."""
        try:
            names = self._store.parts(self._key) if self._store and self._resume else None
            known = self._known(names or ())
            if names is not None and len(known) == len(names):
                return Grade(str(self._file), known, resumed=True)
            try:
                names = twice(self._parts)
            except Exception as error:
                names = [RULES]
                parts = [self._finished(of_error(RULES, named(error)))]
            else:
                by_name = {part.name: part for part in self._known(names)}
                parts = [by_name.get(name) or self._finished(self._part(name)) for name in names]
            if self._store and all(part.state.is_verdict for part in parts):
                self._store.keep_parts(self._key, names)
            return Grade(str(self._file), parts, resumed=False)
        finally:
            if self._game is not None:
                self._game.close()

    def _known(self, names: Sequence[str]) -> list[Part]:
        if self._store is None or not self._resume:
            return []
        found = [self._store.known(self._key, name) for name in names]
        return [part for part in found if part is not None]

    def _finished(self, part: Part) -> Part:
        if self._store and part.state.is_verdict:
            self._store.keep(self._key, part)
        return part

    def _parts(self) -> list[str]:
        """The names of the file's parts; consults it."""
        if self._game is None:
            until = Deadline(self._deadline, self._asked.seconds or INFINITY)
            self._game = consult(self._file, seconds=self._left(), memory=self._asked.memory, until=until)
        programs = registry.reference(self._game).own_programs()
        whole = [program.indicator for program in programs if program.manner is not Manner.PART]
        return [RULES, *(whole or [program.indicator for program in programs])]

    def _part(self, name: str) -> Part:
        try:
            return twice(lambda: self._rules() if name == RULES else self._program(name))
        except BadReferenceError:
            raise
        except Exception as error:
            return of_error(name, named(error))

    def _rules(self) -> Part:
        game = self._opened()
        if "initial/1" not in game.defined:
            raise InputError("no initial/1: nowhere to start comparing")
        with game.session.within(self._left()), self._reference.session.within(self._left()):
            return of_rules(compare_rules(self._reference, game, self._asked.positions, self._deadline))

    def _program(self, name: str) -> Part:
        game = self._opened()
        program = own_program(game, PREFIX + name)
        asked = self._asked
        report = check_own(game, program, trees=asked.trees, seed=asked.seed, seconds=self._left())
        if report.exit_code is Exit.INTERRUPTED:
            raise KeyboardInterrupt
        return of_program(report)

    def _opened(self) -> SessionGame:
        assert self._game is not None
        return self._game

    def _left(self) -> float | None:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise LimitError(f"the file's {self._asked.seconds:g} s are over")
        return None if left == INFINITY else left


def twice(work: Callable[[], Found]) -> Found:
    """What the work gives; it is done again if a child dies in it: that may not be the file's fault."""
    try:
        return work()
    except (ContractError, PrologUnavailableError) as error:
        if isinstance(error, ContractError) and error.fault != "died":
            raise
        return work()
