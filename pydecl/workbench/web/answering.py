"""What a worker answers about rules, programs and lectures: each answer is parts, and then the whole."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any

from pydecl.checking.check import check_file, first_look
from pydecl.checking.report import Report, finding_json
from pydecl.claims.claim import Lecture
from pydecl.claims.running import chosen, run
from pydecl.crosschecking.cases import asked_of
from pydecl.crosschecking.counterexamples import Counterexample, smallest
from pydecl.crosschecking.laws import MATRIX
from pydecl.crosschecking.matrix import Batch, Tally, batches, check_batch
from pydecl.crosschecking.own_judging import OwnFinding
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.result_text import fields
from pydecl.engines.searching import search, the_position, the_program
from pydecl.errors import InputError
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import OwnProgram, Program
from pydecl.model.result import Limits
from pydecl.model.term import Term
from pydecl.programs.registry import DECLARED, NAIVE, PROGRAMS
from pydecl.tournaments.running import REASONS, RESULTS, Tournament, tournament_as_played
from pydecl.tracing.events import Naming
from pydecl.tracing.recording import Recording, on_tree, record
from pydecl.workbench.drawing.formats import recorded_picture
from pydecl.workbench.drawing.position import bare_picture, board_or_text, position_picture
from pydecl.workbench.drawing.standings import crosstable
from pydecl.workbench.practice import making
from pydecl.workbench.practice.exercise import Exercise, Level
from pydecl.workbench.practice.making import position_exercise
from pydecl.workbench.practice.marking import entries_of, marked
from pydecl.workbench.practice.reasons import marking_key
from pydecl.workbench.practice.sheets import sheet_html
from pydecl.workbench.practice.solution import solved
from pydecl.workbench.site.essay import searched
from pydecl.workbench.stepping.shipped import Asked, Steps, ended, searches
from pydecl.workbench.stepping.track import Track
from pydecl.workbench.web.desk import MEMORY, NAME, Answer, Desk, Question


def start(desk: Desk, question: Question) -> Answer:
    """The board of a game's start."""
    game = desk.game(question)
    drawing = bare_picture(game, the_position(game, None))
    yield "done", drawing.svg


def result(desk: Desk, question: Question) -> Answer:
    """A search of a position, in words."""
    game = desk.game(question)
    told = {name: question[name] for name in ("engine", "depth", "seconds")}
    yield "done", fields(search(game, question["program"], position=desk.seen(question).position, **told))


def tree(desk: Desk, question: Question) -> Answer:
    """The tree that a program searches, drawn, and what became of the search."""
    game, position = desk.searched(question)
    ask = _recorder(game, position, question)
    recording = ask(the_program(game, question["program"]), question["engine"], *WHOLE)
    recording.check()
    drawing = recorded_picture(recording, game, "svg")
    told = {"title": drawing.title, "nodes": drawing.nodes, "ended": ended(recording)}
    yield "done", {"svg": drawing.content.decode(), **told}


def survey(desk: Desk, question: Question) -> Answer:
    """What the text alone shows of what `pydecl check` says: at once."""
    file = desk.file(question["text"])
    yield "done", _told(first_look(str(file), desk.texts()), file)


def check(desk: Desk, question: Question) -> Answer:
    """What `pydecl check` says of a text."""
    file = desk.file(question["text"])
    yield "done", _told(check_file(str(file), question["seconds"], memory=MEMORY), file)


def _told(report: Report, file: Path) -> dict[str, Any]:
    refused = None if report.refused is None else str(report.refused).replace(str(file), f"{NAME}.pl")
    findings = [
        finding_json(one) | {"file": f"{NAME}.pl", "excerpt": one.excerpt()} for one in report.findings
    ]
    return {"findings": findings, "refused": refused}


def crosscheck(desk: Desk, question: Question) -> Answer:
    """The verdict of a cross-check of pydecl's programs, and what was compared."""
    from pydecl import crosschecking  # with all engines

    verdict = crosschecking.crosscheck(
        desk.game(question), plies=question["plies"], seconds=question["seconds"]
    )
    yield "done", {"said": verdict.said, **verdict.to_json()}


def program(desk: Desk, question: Question) -> Answer:
    """What the text's own program gets wrong; and the smallest search that shows it, beside the right one."""
    from pydecl.crosschecking.own_checking import check_own  # with all engines
    from pydecl.grading.evidence import evidence

    game, seconds = desk.game(question), question["seconds"]
    own = registry.reference(game).own.ready(question["program"])
    report = check_own(game, own, seconds=seconds / 2)  # the other half is for what is shown
    told: dict[str, Any] = {"said": report.said, "findings": [found.to_json() for found in report.findings]}
    for found in report.findings:
        shown = evidence(game, own, found, seconds)
        if shown is not None:
            told |= {"why": shown.why, "steps": _beside(game, own, found, question)}
            break
    yield "done", told


def _beside(game: SessionGame, program: OwnProgram, found: OwnFinding, question: Question) -> dict[str, Any]:
    """What a program of the file's own does where it goes wrong, beside the right one, for the stepper."""
    limits = found.limits or Limits()
    there: AbstractContextManager[tuple[SessionGame, AnyProgram]] = nullcontext((game, program))
    if found.tree is not None:
        there = on_tree(game, program, found.tree)
    with there as (place, chosen):
        asked = {**question, "depth": limits.depth}
        ask = _recorder(place, the_position(place, found.position), asked)
        window = limits.alpha, limits.beta
        recordings, engines = searches(place, chosen, registry.REFERENCE, program.like.value, ask, window)
        steps = Steps(recordings, engines, place, board_or_text, home=game)
        steps.find_places(steps.tracks)
        return steps.told()


AT_ONCE = 20
"""How many games are searched between two parts of an answer."""

CHOICES = {"all": PROGRAMS, "naive": NAIVE}


def matrix(_: Desk, question: Question) -> Answer:
    """How often each program keeps each law on random games, and at the end what breaks one.

    Each part has the numbers so far of the programs that were searched.
    """
    programs = CHOICES[question["programs"]]
    until = time.monotonic() + question["seconds"]
    tally, done = Tally(), 0
    with consult_trees(seconds=question["seconds"]) as game:
        for batch in _small(question["trees"], question["seed"]):
            left = until - time.monotonic()
            if left <= 0:
                break
            if set(asked_of(batch.shape)) & set(programs):
                tally.merge(check_batch(game, batch, programs, left))
            done += batch.count
            yield "part", {"games": done, "rows": _rows(tally, programs)}
        broken: list[dict[str, Any]] = []
        for one in tally.faults:
            found = _broken(smallest(game, one.case, one.program, one.limits, one.fault))
            if found not in broken:  # faults of several laws may have the same smallest case
                broken.append(found)
    yield "done", {"games": done, "of": question["trees"], "broken": broken}


def _broken(found: Counterexample) -> dict[str, Any]:
    right = DECLARED[found.program].naive_of or ""
    return found.to_json() | {"said": str(found.fault), "depth": found.limits.depth, "right": right}


def _small(count: int, seed: int) -> Iterator[Batch]:
    """The batches of the matrix in small pieces, of all shapes in turn."""
    pieces = [
        Batch(batch.shape, batch.seed, first, min(AT_ONCE, batch.first + batch.count - first))
        for batch in batches(count, seed)
        for first in range(batch.first, batch.first + batch.count, AT_ONCE)
    ]
    return iter(sorted(pieces, key=lambda piece: piece.first))


def _rows(tally: Tally, programs: Sequence[Program]) -> dict[str, dict[str, Any]]:
    broken = {(found.program, found.fault.law) for found in tally.faults}
    rows: dict[str, dict[str, Any]] = {}
    for one in programs:
        cells: dict[str, Any] = {
            law.value: "broken" if (one, law) in broken else tally.counts[one, law]
            for law in MATRIX
            if (one, law) in broken or tally.counts[one, law]
        }
        if cells:
            rows[one.value] = cells
    return rows


def claims(_: Desk, question: Question) -> Answer:
    """The verdict of each claim of a lecture, with its witness."""
    lecture = Lecture(question["lecture"]) if question["lecture"] else None
    for report in run(chosen(lecture), question["engine"], question["seconds"]):
        yield "part", report.to_json()
    yield "done", {}


def tournament(_: Desk, question: Question) -> Answer:
    """The table of a tournament after each game, with the games that have ended since; then why it ended."""
    until = time.monotonic() + question["seconds"]
    stages = tournament_as_played(
        question["game"],
        question["players"],
        games=question["games"],
        seed=question["seed"],
        opening_plies=question["opening"],
        seconds=question["move"],
    )
    said: set[int] = set()
    with closing(stages):
        for found in stages:
            told = crosstable(found)
            fresh = [number for number in found.played if number not in said]
            said.update(fresh)
            shown = {name: getattr(told, name) for name in ("title", "columns", "rows", "notes")}
            yield "part", shown | {"games": [_game(found, number) for number in fresh]}
            if time.monotonic() > until:
                break
    all_played = len(found.played) == len(found.fixtures)
    reason = found.reason or ("" if all_played else "time is up")
    yield "done", {"reason": str(reason), "timed": found.rules.timed}


def _game(found: Tournament, number: int) -> dict[str, Any]:
    fixture, played = found.fixtures[number - 1], found.played[number]
    return {
        "number": number,
        "max": found.players[fixture.max_player],
        "min": found.players[fixture.min_player],
        "said": RESULTS[played.outcome] + REASONS[played.ending],
        "plies": len(played.turns),
        "record": found.record(number),
    }


def exercise(desk: Desk, question: Question) -> Answer:
    """What a page shows: of a game, the picture of its position, too."""
    made = _made(desk, question)
    told = made.to_json()
    if made.position is not None:
        game = desk.game(question)
        told["picture"] = position_picture(game, game.parse_position(made.position)).svg
    yield "done", told


def solution(desk: Desk, question: Question) -> Answer:
    """The right entries, the visits and the cuts."""
    yield "done", solved(_made(desk, question)).to_json()


def sheet(desk: Desk, question: Question) -> Answer:
    """A page to be printed, with the `solution` if that is asked for."""
    yield "done", sheet_html([solved(_made(desk, question))], solved=question["solution"])


def marks(desk: Desk, question: Question) -> Answer:
    """The marks of some `entries`. Raises InputError for what is none."""
    made = _made(desk, question)
    entries = entries_of(made, question["entries"])
    yield "done", marked(made, marking_key(solved(made)), entries).to_json()


def _made(desk: Desk, question: Question) -> Exercise:
    level, seed = Level(question["level"]), question["seed"]
    if question["game"]:
        return position_exercise(desk.game(question), level, seed)
    return making.exercise(level, seed)


WHOLE = -INFINITY, INFINITY
"""The window that is searched in."""


def _recorder(game: SessionGame, position: Term, question: Question) -> Asked:
    """Records what programs do at a position."""
    told = {name: question[name] for name in ("depth", "seconds")} | {"most": question["events"]}

    def ask(program: AnyProgram, engine: str, alpha: Number, beta: Number) -> Recording:
        return record(game, program, engine=engine, position=position, alpha=alpha, beta=beta, **told)

    return ask


class Walk:
    """One search, or two beside each other, ready to be stepped through."""

    def __init__(self, desk: Desk, question: Question) -> None:
        game, position = desk.searched(question)

        ask = _recorder(game, position, question)
        program = the_program(game, question["program"])
        recordings, engines = searches(game, program, question["engine"], question["beside"], ask, WHOLE)
        for recording in recordings:
            recording.check()
        if not recordings[0].lines:
            raise InputError(f"{question['program']} entered no node: there is nothing to step through")
        naming = Naming(question["naming"])
        self.steps = Steps(recordings, engines, game, board_or_text, naming=naming)
        self._finding: threading.Thread | None = None
        self._places: list[Any] = [None] * len(recordings)

    def places(self) -> list[Any] | None:
        """The places in the programs' texts, which are looked for beside other questions; None until then."""
        if self._finding is None:
            tracks = self.steps.tracks
            own = [track for track in tracks if isinstance(track.recording.program, OwnProgram)]
            self.steps.find_places(own)  # they ask the game, which is asked one thing at a time
            others = [track for track in tracks if track not in own]
            self._finding = threading.Thread(target=self._find, args=(others,), daemon=True)
            self._finding.start()
        return None if self._finding.is_alive() else self._places

    def _find(self, tracks: Sequence[Track]) -> None:
        self.steps.find_places(tracks)
        self._places = self.steps.places()


def walk(desk: Desk, question: Question) -> Walk:
    """The search that a question tells: the one that is kept under its name, or a new one."""
    kept = question["keep"]
    if kept not in desk.walks:
        desk.walks.clear()
        desk.walks[kept] = Walk(desk, question)
    found: Walk = desk.walks[kept]
    return found


def recordings(desk: Desk, question: Question) -> Answer:
    """The search, and the one beside it, as the stepper takes them."""
    yield "done", walk(desk, question).steps.told()


def board(desk: Desk, question: Question) -> Answer:
    """The board of a position of one of the searches."""
    yield "done", {"board": walk(desk, question).steps.board(question["side"], question["node"])}


def places(desk: Desk, question: Question) -> Answer:
    """The places in the programs' texts, as far as they are known at all; null while they are looked for."""
    yield "done", {"places": walk(desk, question).places()}


def essay(desk: Desk, question: Question) -> Answer:
    """A program on a tree that is changed again and again, and perhaps the places in its text."""
    yield "done", searched(desk.trees(), question["tree"], question["program"], has_places=question["places"])
