"""Grade homework: each file in a child of its own, part by part; what is finished is kept at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from os.path import realpath, relpath
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from pydecl.crosschecking.own_checking import TREES, OwnReport, check_own, questions_on
from pydecl.crosschecking.own_judging import OwnJudge
from pydecl.crosschecking.own_trees import run_own
from pydecl.crosschecking.positions import Places
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.installation import identity
from pydecl.errors import ContractError, Exit, InputError, LimitError, PrologUnavailableError, PydeclError
from pydecl.errors.unforeseen import named
from pydecl.grading.diagnosing import Diagnosis, diagnose
from pydecl.grading.evidence import evidence, of_position
from pydecl.grading.part import (
    RULES,
    Part,
    State,
    explained,
    marks,
    of_error,
    of_program,
    of_rules,
    worst_finding,
)
from pydecl.grading.readings import Reading, copied, readings
from pydecl.grading.rubric import PLAIN, Rubric, check_required
from pydecl.grading.rules import BadReferenceError, compare_rules
from pydecl.grading.submissions import Submission
from pydecl.kept import Answers, code, digest_of
from pydecl.loading.consulting import consult, game_files
from pydecl.model.deadline import Deadline
from pydecl.model.number import counted
from pydecl.model.program import PREFIX, Manner, OwnProgram
from pydecl.model.shown import Shown
from pydecl.rules.checks.effects import reaching_out
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.reader import read_rules
from pydecl.sandbox.executing import Here, executor, finished
from pydecl.sandbox.fork_server import expect_many
from pydecl.sandbox.session import MEMORY
from pydecl.sandbox.work import PieceExecutor, Progress, Task, Work

POSITIONS = 2_000
"""Positions on which the rules are compared, by default."""

TRIED = 12
"""Questions, the smallest ones, that a program must answer rightly to be read otherwise than it stands."""

READING = 20_000_000
"""Inferences for one such question."""


@dataclass(frozen=True)
class Grade:
    """How a file did; `resumed` says that nothing of it had to be graded again."""

    file: str
    parts: Sequence[Part]
    resumed: bool
    student: str = ""

    @property
    def missing(self) -> list[str]:
        """The programs that are required, and that the file does not bring."""
        return [part.name for part in self.parts if part.state is State.MISSING]

    @property
    def agrees(self) -> bool:
        return all(part.state is State.AGREES for part in self.parts)

    def to_json(self, rubric: Rubric = PLAIN) -> dict[str, Any]:
        right, of = marks(self.parts)
        names = [part.name for part in self.parts]
        return {
            "file": self.file,
            "student": self.student,
            "agree": self.agrees,
            "marks": {"right": right, "of": of},
            "points": {"got": rubric.sum(self.parts), "of": rubric.most(names)},
            "missing": self.missing,
            "resumed": self.resumed,
            "parts": [{**part.to_json(), "points": rubric.got(part)} for part in self.parts],
        }


@dataclass(frozen=True)
class Grades(Shown):
    """How the files did that were graded; `interrupted` says that there are others."""

    reference: str
    files: Sequence[Grade]
    interrupted: bool = False
    rubric: Rubric = PLAIN

    def __repr__(self) -> str:
        right = sum(grade.agrees for grade in self.files)
        return f"<{right} of {counted(len(self.files), 'file')} agree with {self.reference}>"

    @property
    def programs(self) -> list[str]:
        """The programs that any file brings, or had to."""
        names = dict.fromkeys(part.name for grade in self.files for part in grade.parts)
        return [name for name in names if name != RULES]

    @property
    def students(self) -> frozenset[str]:
        return frozenset(grade.student for grade in self.files)

    @property
    def agree(self) -> bool | None:
        """Whether every file is right; None where that is open."""
        is_verdict = self.exit_code in (Exit.FINE, Exit.DISAGREEMENT)
        return self.exit_code is Exit.FINE if is_verdict else None

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
        return {
            "reference": self.reference,
            "title": self.rubric.title,
            "agree": self.agree,
            "interrupted": self.interrupted,
            "files": [grade.to_json(self.rubric) for grade in self.files],
        }


@dataclass(frozen=True)
class Asked:
    """How files are graded: the seconds for each file (None is no limit), the positions on which the rules
    are compared, the random trees for each program, their seed, and the memory for each child in MiB.

    If programs are `required`, these and the rules are graded, and no others; if not, all that a file brings.
    """

    seconds: float | None = 60.0
    positions: int = POSITIONS
    trees: int = TREES
    seed: int = 0
    memory: int = MEMORY
    required: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises InputError where what is required is not known."""
        check_required(self.required)


Found = TypeVar("Found")


def grade(
    reference: str | Path,
    files: Sequence[str | Path | Submission],
    asked: Asked | None = None,
    *,
    store: Answers | None = None,
    resume: bool = False,
    jobs: int = 1,
    cluster: str | PieceExecutor | None = None,
    rubric: Rubric = PLAIN,
    progress: Progress | None = None,
) -> Grades:
    """Grade each file against the reference: its rules, and the programs that it brings.

    What is finished is kept in the `store`, and with `resume` taken from there. Whatever is wrong with a file
    is in its grade. With several `jobs` so many files are graded at a time, each within its own limits, or a
    `cluster` does that (see `pydecl/sandbox/executing.py`); the grades come in the order of the files. Raises
    InputError where the reference cannot be used.
    """
    asked = asked or Asked()
    given = [
        one if isinstance(one, Submission) else Submission(Path(one).stem, str(one), Path(one))
        for one in files
    ]
    done: dict[int, Grade] = {}

    def question(file: Submission) -> list[str]:
        return [content_of(Path(reference)), repr(asked), content_of(file.path)]

    for place, file in enumerate(given if store is not None and resume else ()):
        assert store is not None
        parts = store.known(question(file), lambda told: list(map(Part.from_json, told)))
        if parts is not None:
            done[place] = Grade(file.file, parts, resumed=True, student=file.student)
    places = [place for place in range(len(given)) if place not in done]
    files_left, there = [given[place] for place in places], str(reference)
    if cluster is not None:
        there = str(_from_here(Path(reference)))
        files_left = [replace(file, path=_from_here(file.path)) for file in files_left]
    is_interrupted = False
    try:
        with _reference(reference, asked) as opened:
            found_in = cache(game_files)
            work = Work(
                "pydecl.grading.running:grading",
                (there, asked),
                here=lambda file, _: _graded(opened, file, asked),
                files=lambda file: [*found_in(there), *found_in(str(file.path))],
            )
            with executor(jobs, len(files_left), cluster) as running:
                if not isinstance(running, Here):
                    opened.close()  # each process has its own
                for at, future in finished(running, work, files_left):
                    place = places[at]
                    found = done[place] = future.result()
                    if store is not None and all(part.state.is_verdict for part in found.parts):
                        store.keep(question(given[place]), [part.stored() for part in found.parts])
                    if progress:
                        progress(len(done), len(given))
    except KeyboardInterrupt:
        is_interrupted = True
    in_order = [done[place] for place in sorted(done)]
    return Grades(str(reference), in_order, is_interrupted, rubric)


def _from_here(path: Path) -> Path:
    """A path that leads to the file on another machine, too, if the current folder is copied to it."""
    return Path(relpath(path)) if path.is_absolute() else path


CODE = (
    (
        *("model", "crosschecking", "games", "sandbox", "engines/prolog", "rules", "grading"),
        *("tracing", "workbench/drawing", "workbench/stepping"),
    ),
    ("textbook", "support", "games"),
)
"""What of pydecl's own code decides a grade, pictures in its evidence included."""


def answers(store: Path) -> Answers:
    """The grades of files, as far as neither SWI-Prolog nor pydecl has changed since."""
    return Answers(store, "grade", *identity(), code(*CODE))


def content_of(path: Path) -> str:
    """A text that changes with the content of a file; of one that cannot be read it is the file's name."""
    with suppress(OSError):
        if path.is_file():  # a pipe or a device may have no end
            return digest_of(path)
    return f"unreadable {path}"


@contextmanager
def grading(setup: tuple[str, Asked]) -> Iterator[Task]:
    """What a process grades with, a reference: see `pydecl/sandbox/work.py`."""
    expect_many()
    reference, asked = setup
    with _reference(reference, asked) as opened:
        yield lambda file, _: _graded(opened, file, asked)


def _graded(reference: SessionGame, file: Submission, asked: Asked) -> Grade:
    """A file's grade; an internal fault ends it alone. Raises KeyboardInterrupt."""
    try:
        parts = _Grading(reference, file, asked).parts()
    except PydeclError:
        raise
    except Exception as error:
        parts = [of_error(RULES, named(error))]
    return Grade(file.file, parts, resumed=False, student=file.student)


@contextmanager
def _reference(reference: str | Path, asked: Asked) -> Iterator[SessionGame]:
    with ExitStack() as stack:
        try:
            consulted = twice(lambda: consult(reference, seconds=asked.seconds, memory=asked.memory))
            opened = stack.enter_context(consulted)
            if "initial/1" not in opened.defined:
                no_start = f"the reference {reference} has no initial/1: nowhere to start comparing"
                raise BadReferenceError(no_start)
            twice(lambda: compare_rules(opened, opened, asked.positions, Deadline.after(asked.seconds)))
        except (ContractError, LimitError) as error:
            raise BadReferenceError(f"the reference {reference} cannot be used: {error}") from None
        yield opened


class _Grading:
    def __init__(self, reference: SessionGame, file: Submission, asked: Asked) -> None:
        self._reference = reference
        self._file = file
        self._asked = asked
        self._until = Deadline.after(asked.seconds)
        self._game: SessionGame | None = None
        self._diagnoses: list[Diagnosis] = []
        self._part_until = self._until
        """The time that is left is divided among the parts: one without an end leaves some to the others."""

    def parts(self) -> list[Part]:
        try:
            try:
                names = twice(self._names)
            except Exception as error:
                return [self._of_error(RULES, named(error))]
            return [self._part(name, len(names) - number) for number, name in enumerate(names)]
        finally:
            if self._game is not None:
                self._game.close()

    def _of_error(self, name: str, error: PydeclError) -> Part:
        """The part that an error makes; a file that was unpacked is called what it was in the archive."""
        part = of_error(name, error)
        shown = part.message.replace(str(self._file.path), self._file.file)
        return replace(part, message=shown.replace(realpath(self._file.path), self._file.file))

    def _names(self) -> list[str]:
        """The names of the file's parts; consults it."""
        if self._game is None:
            self._game = self._consulted(self._file.path)
        if self._asked.required:
            return [RULES, *self._asked.required]
        programs = registry.reference(self._game).own.all()
        whole = [program.indicator for program in programs if program.manner is not Manner.PART]
        return [RULES, *(whole or [program.indicator for program in programs])]

    def _consulted(self, path: Path) -> SessionGame:
        game = consult(path, seconds=self._left(), memory=self._asked.memory, until=self._until)
        game.name = PurePath(self._file.file).name
        return game

    def _part(self, name: str, among: int) -> Part:
        """A part, which may take its share of the time that is left, among so many parts."""
        left = self._until.most(None)
        self._part_until = Deadline.after(None if left is None else left / among)
        try:
            return twice(lambda: self._rules() if name == RULES else self._program(name))
        except BadReferenceError:
            raise
        except Exception as error:
            return self._of_error(name, named(error))

    def _rules(self) -> Part:
        game = self._opened()
        if "initial/1" not in game.defined:
            raise InputError("no initial/1: nowhere to start comparing")
        with game.session.within(self._left()), self._reference.session.within(self._left()):
            part = of_rules(compare_rules(self._reference, game, self._asked.positions, self._part_until))
            text = game.rules_text
            # it is harmless here
            tried = () if text is None else reaching_out(Predicates(read_rules(text)))
            said = (f"line {one.line}: {one.message}; nothing of the kind was possible" for one in tried)
            part = replace(part, notes=(*part.notes, *said))
            shown = part.position if part.state is State.DIFFERS and part.line else None
            return part if shown is None else replace(part, evidence=of_position(game, shown))

    # Programs

    def _program(self, name: str) -> Part:
        game = self._opened()
        there = [one.indicator for one in registry.reference(game).own.all()]
        report = (
            self._checked(game, registry.reference(game).own.ready(PREFIX + name)) if name in there else None
        )
        if report is not None and (report.exit_code is Exit.FINE or name not in self._asked.required):
            return self._explained(game, report)
        reading = self._reading(name, is_there=report is not None)
        if reading is None:
            return Part(name, State.MISSING) if report is None else self._explained(game, report)
        with self._reread(reading) as (reread, program):
            part = self._explained(reread, self._checked(reread, program))
        return replace(part, name=name, notes=(str(reading), *part.notes), readings=reading.causes)

    def _checked(self, game: SessionGame, program: OwnProgram) -> OwnReport:
        asked = self._asked
        report = check_own(
            game, program, trees=asked.trees, places=Places(seed=asked.seed), seconds=self._left()
        )
        if report.exit_code is Exit.INTERRUPTED:
            raise KeyboardInterrupt
        return report

    def _explained(self, game: SessionGame, report: OwnReport) -> Part:
        """The part with its cause and what shows it, as far as there is time."""
        part = of_program(report)
        worst = worst_finding(report)
        if worst is None or part.state is State.RULES_BROKEN:
            return part
        diagnosis = shown = None
        with suppress(PydeclError):
            seed, others = self._asked.seed, self._diagnoses
            diagnosis = diagnose(
                game, report.program, report.values, seed=seed, seconds=self._left(), others=others
            )
            if diagnosis is not None:
                self._diagnoses.append(diagnosis)
        with suppress(PydeclError):
            shown = evidence(game, report.program, worst, self._left())
        return explained(part, diagnosis, shown)

    # Readings

    def _reading(self, name: str, *, is_there: bool) -> Reading | None:
        """How else the required program may be read in the file.

        A predicate that is named alike and answers a few questions rightly, or any reading in which nothing
        is wrong; of a program that is not there, in the end what is named alike, right or wrong.
        """
        game = self._opened()
        if game.rules_text is None:
            return None
        found = readings(read_rules(game.rules_text), name)
        if is_there:
            found = [one for one in found if one.found == one.wanted]
        alike = [one for one in found if one.is_named_alike and one.is_in_order]
        plain = next((one for one in alike if self._is_right(one)), None)
        if plain is not None:
            return plain
        return next(filter(self._is_wholly_right, found), None if is_there else next(iter(alike), None))

    def _is_wholly_right(self, reading: Reading) -> bool:
        """Whether nothing at all is wrong in this reading: else it would not explain what is wrong."""
        if not self._is_right(reading):
            return False
        with self._reread(reading) as (game, program):
            return self._checked(game, program).exit_code is Exit.FINE

    def _is_right(self, reading: Reading) -> bool:
        try:
            with self._reread(reading) as (game, program):
                until = self._part_until.at
                questions = questions_on(game, program, self._asked.seed, until)[:TRIED]
                judge = OwnJudge(game, until)
                for position, _, limits in questions:
                    asked = [(program, position, limits)]
                    (answer,) = run_own(game, asked, READING, until)
                    if judge.fault(program, position, limits, answer) is not None:
                        return False
                return bool(questions)
        except (InputError, ContractError):
            return False
        except LimitError:
            self._left()
            return False

    @contextmanager
    def _reread(self, reading: Reading) -> Iterator[tuple[SessionGame, OwnProgram]]:
        """The file with the predicate named and ordered as it is required."""
        opened = self._opened()
        assert opened.rules_text is not None
        with TemporaryDirectory(prefix="homework") as folder:
            text = read_rules(opened.rules_text)
            path = copied(self._file.path, text, reading, opened.included, Path(folder))
            with self._consulted(path) as game:
                name, arity = reading.wanted
                yield game, registry.reference(game).own.ready(f"{PREFIX}{name}/{arity}")

    def _opened(self) -> SessionGame:
        assert self._game is not None
        return self._game

    def _left(self) -> float | None:
        """The seconds that are left for this part. Raises LimitError if there are none."""
        return self._part_until.left(f"the file's {self._until.said:g} s are over")


def twice(work: Callable[[], Found]) -> Found:
    """What the work gives; it is done again if a child dies in it: that may not be the file's fault."""
    try:
        return work()
    except (ContractError, PrologUnavailableError) as error:
        if isinstance(error, ContractError) and error.fault != "died":
            raise
        return work()
