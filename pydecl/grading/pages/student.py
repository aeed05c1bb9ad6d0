"""One student's page: what was asked, what is right, and where and why the rest is wrong, with a hint."""

from __future__ import annotations

from collections.abc import Iterator

from pydecl.crosschecking.laws import Law
from pydecl.errors.escaping import escaped
from pydecl.grading.causes import HINTS, TITLES
from pydecl.grading.diagnosing import Place
from pydecl.grading.evidence import Clause, Evidence, Step
from pydecl.grading.pages.page import number, page, picture, row, table
from pydecl.grading.part import RULES, UNJUDGED, VERDICTS, Part, State, has_no_program, replay_of
from pydecl.grading.rubric import PRUNING, Rubric, points_text
from pydecl.grading.running import Grade
from pydecl.model.number import counted
from pydecl.workbench.drawing.svg import Markup, element, text


def judged(said: str, is_right: bool) -> Markup:
    """A cell with a verdict, in its colour."""
    return element("td", said, class_="right" if is_right else "wrong")


def asked_for(name: str) -> str:
    """What a part had to do.

    >>> asked_for("minimax/3")
    'minimax/3: the backed-up value of a position, and a best move'
    """
    program = name.partition("/")[0]
    said = {
        RULES: "the moves, who is to move, and what an end is worth, as in the reference",
        "won": "whether MAX can win",
        "minimax": "the backed-up value of a position, and a best move",
        "alphabeta": "the same answers as minimax's, without looking at what cannot matter",
        "bestmove": "a best move",
        "best_move": "a best move",
    }
    return f"{name}: {said.get(program, 'its part of the textbook alphabeta')}"


def student_page(grade: Grade, rubric: Rubric, *, solutions: bool) -> str:
    """The page; nothing of anybody else is in it. With `solutions` it says what would be right."""
    title = rubric.title or "Homework"
    names = [part.name for part in grade.parts]
    got, most = points_text(rubric.sum(grade.parts)), points_text(rubric.most(names))
    right = [part for part in grade.parts if part.state is State.AGREES]
    wrong = [part for part in grade.parts if part.state is not State.AGREES]
    body = [
        element("h1", title),
        element("p", f"{grade.student} · {_file(grade)}", class_="who"),
        element("p", f"{got} of {most} points", class_="points"),
        element("h2", "What was asked"),
        _parts(grade, rubric),
    ]
    if has_no_program(grade.parts):
        body.append(element("p", "The file has none of the programs that were asked for: it gets no points."))
    if right:
        body.append(element("h2", "What holds"))
        body.append(element("ul", *(_held(part) for part in right)))
    for part in wrong:
        heading = element("h2", f"{part.name}: {VERDICTS[part.state]}")
        body.append(element("section", heading, *_told(grade, part, solutions)))
    return page(f"{title}: {grade.student}", element("main", *body))


def _file(grade: Grade) -> str:
    """The file's own name: the way to it may tell of others."""
    return escaped(grade.file.replace("\\", "/").rpartition("/")[2])


def _parts(grade: Grade, rubric: Rubric) -> Markup:
    rows = [
        row(
            asked_for(part.name),
            judged(VERDICTS[part.state], part.state is State.AGREES),
            number(f"{points_text(rubric.got(part))} of {points_text(rubric.worth(part.name))}"),
        )
        for part in grade.parts
    ]
    if PRUNING in rubric.points:
        pruned = rubric.pruned(grade.parts)
        is_pruned = pruned == rubric.points[PRUNING]
        rows.append(
            row(
                "pruning: no more leaves than the textbook's alphabeta evaluates",
                judged("right" if is_pruned else "not shown", is_pruned),
                number(f"{points_text(pruned)} of {points_text(rubric.points[PRUNING])}"),
            )
        )
    return table(["asked", "verdict", "points"], rows, "What was asked, and the points")


def _held(part: Part) -> Markup:
    """What is known of a part that is right."""
    asked = part.message.partition("; ")[2] or part.message
    said = f"{part.name} gives the right answers: {asked}."
    if part.name == RULES:
        said = f"The rules say the same as the reference's: {part.message}."
    return element("li", said, *(f" By the way: {note}." for note in part.notes))


def _told(grade: Grade, part: Part, solutions: bool) -> Iterator[str]:
    if part.state is State.MISSING:
        yield element("p", f"The file has no {part.name}, under this name or a similar one.")
        return
    if part.state in UNJUDGED:
        yield element("pre", part.message)
        return
    for note in part.notes:
        yield element("p", f"By the way: {note}.")
    if part.state is State.RULES_BROKEN:
        yield element("p", "The program could not be judged on your game: mend the rules first.")
    if part.why:
        yield element("p", part.why, class_="why")
    yield from _question(part)
    if part.evidence is not None:
        yield element(
            "div", *(picture(svg, title) for title, svg in part.evidence.pictures), class_="pictures"
        )
    if part.name != RULES and part.state is not State.RULES_BROKEN:
        yield _hint(part, solutions)
    if part.evidence is not None:
        yield from _steps(part.evidence)
    again = replay_of(_file(grade), part)
    if again is not None:
        yield element("details", element("summary", "To see it at work"), element("pre", again))


def _question(part: Part) -> Iterator[str]:
    """The smallest place where something is wrong, and what was expected there."""
    if part.position is not None:
        where: str = element(
            "p", "The smallest position that shows it: ", element("code", part.position), "."
        )
        if part.position == "the start":
            where = element("p", "It shows at the start.")
    elif part.tree is not None:
        where = element("p", f"The smallest tree that shows it, with {part.size} positions:")
    else:
        return
    yield where
    if part.tree is not None:
        yield element("pre", part.tree.rstrip("\n"))
    if len(part.line) > 1:
        yield element("p", "It is reached by ", element("code", ", ".join(part.line)), ".")
    window = [word for word in part.options if word.startswith(("--alpha", "--beta"))]
    if window:
        said = " and ".join(word.removeprefix("--").replace("=", " ") for word in window)
        yield element("p", f"It was asked with {said}.")
    what = f" {part.law.value}" if part.law in (Law.VALUE, Law.MOVE) else ""
    yield table(
        [f"expected{what}", f"found{what}"],
        [row(element("td", part.expected, class_="code"), element("td", part.found, class_="code"))],
        "Expected and found",
    )


def _hint(part: Part, solutions: bool) -> Markup:
    if part.cause is None:
        said = (
            "No single slip that is known here explains it. Follow the steps below up to the first that "
            "differs: what does the program know there, and what does it do with it?"
        )
        return element("div", element("h3", "A hint"), element("p", said), class_="hint")
    lines: list[str] = [element("h3", f"A hint: {TITLES[part.cause]}"), element("p", HINTS[part.cause])]
    if part.places:
        where = "; ".join(dict.fromkeys(map(_place, part.places)))
        lines.append(element("p", f"Look at {where}."))
        texts = (place.before for place in part.places if place.before and place.line is not None)
        lines += [element("pre", before) for before in dict.fromkeys(texts)]
        right = f"With one change of this kind it is right on {counted(part.tried, 'question')}."
        lines.append(element("p", right, class_="quiet"))
    if solutions and part.places:
        after = [place.after or f"(without: {place.before})" for place in part.places]
        lines += [element("h3", "What would be right"), *(element("pre", one) for one in after)]
    return element("div", *lines, class_="hint")


def _place(place: Place) -> str:
    if place.line is None:
        return f"the clauses of {place.predicate}"
    return f"clause {place.number} of {place.predicate}, line {place.line}"


def _steps(found: Evidence) -> Iterator[str]:
    """Both programs, step by step, to the first that differs, and where in the text that is."""
    if found.own is None and found.right is None:
        return
    yield element("h3", "Step by step, beside the right program")
    if found.before:
        yield element("p", f"The first {found.before} steps are the same, and left out.", class_="quiet")
    first = found.before + 1
    rows = [
        row(number(str(at)), _cell(step), _cell(step), _line(step))
        for at, step in enumerate(found.steps, first)
    ]
    last = number(f"≠ {first + len(found.steps)}")
    rows.append(row(last, _cell(found.own), _cell(found.right), _line(found.own), class_="differs"))
    yield table(
        ["step", "your program", "the right one", "your text"], rows, "The steps of both programs", "steps"
    )
    if found.clause is not None:
        yield element("p", "The clause of your program that is at work there, and the goal:")
        yield element("pre", _marked(found.clause))


def _cell(step: Step | None) -> Markup:
    return element("td", "comes to its end") if step is None else element("td", step.event, class_="code")


def _line(step: Step | None) -> Markup:
    if step is None or step.line is None:
        return element("td", "")
    return element("td", f"line {step.line}", element("small", step.goal, class_="code"))


def _marked(clause: Clause) -> Markup:
    """The clause with its lines' numbers, and a mark around the goal."""
    wide = len(str(clause.line + len(clause.lines) - 1))
    shown = []
    for at, line in enumerate(clause.lines):
        (top, left), (bottom, right) = clause.start, clause.end
        start = left if at == top else 0
        end = right if at == bottom else len(line)
        is_marked = top <= at <= bottom and line[start:end].strip()
        inner = (
            f"{text(line[:start])}{element('mark', line[start:end])}{text(line[end:])}"
            if is_marked
            else text(line)
        )
        shown.append(f"{clause.line + at:{wide}}  {inner}")
    return Markup("\n".join(shown))
