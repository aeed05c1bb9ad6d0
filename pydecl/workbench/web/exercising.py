"""What a worker answers about an exercise: what is asked, its solution, its sheet, and marks.

A question tells `level`, `seed`, and `game`, empty for a tree that the seed makes.
"""

from __future__ import annotations

from pydecl.workbench.drawing.position import position_picture
from pydecl.workbench.practice.entries import entries_of
from pydecl.workbench.practice.exercise import Exercise, Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.marking import marked
from pydecl.workbench.practice.positions import position_exercise
from pydecl.workbench.practice.reasons import marking_key
from pydecl.workbench.practice.sheets import sheet_html
from pydecl.workbench.practice.solution import solved
from pydecl.workbench.web.answering import Answer, Desk, Question


def asked(desk: Desk, question: Question) -> Answer:
    """What a page shows: of a game, the picture of its position, too."""
    made = _exercise(desk, question)
    told = made.to_json()
    if made.position is not None:
        game = desk.game(question)
        told["picture"] = position_picture(game, game.parse_position(made.position)).svg
    yield "done", told


def solution(desk: Desk, question: Question) -> Answer:
    """The right entries, the visits and the cuts."""
    yield "done", solved(_exercise(desk, question)).to_json()


def sheet(desk: Desk, question: Question) -> Answer:
    """A page to be printed, with the `solution` if that is asked for."""
    yield "done", sheet_html([solved(_exercise(desk, question))], solved=question["solution"])


def marks(desk: Desk, question: Question) -> Answer:
    """The marks of some `entries`. Raises InputError for what is none."""
    made = _exercise(desk, question)
    entries = entries_of(made, question["entries"])
    yield "done", marked(made, marking_key(solved(made)), entries).to_json()


def _exercise(desk: Desk, question: Question) -> Exercise:
    level, seed = Level(question["level"]), question["seed"]
    if question["game"]:
        return position_exercise(desk.game(question), level, seed)
    return exercise(level, seed)
