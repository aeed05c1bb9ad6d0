"""pydecl grade: homework against a reference, rules and programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydecl.api.grading import grade
from pydecl.cli.failing import complain
from pydecl.cli.files import store_file
from pydecl.cli.helping import LIMITS
from pydecl.cli.options import JsonOption, Sharing, StoreOption, argument, command, option
from pydecl.cli.output import output, plain_table, print_json, progress_bar, say
from pydecl.crosschecking.own_checking import TREES
from pydecl.crosschecking.own_judging import OwnLaw
from pydecl.crosschecking.own_replaying import named, replay
from pydecl.errors import Exit
from pydecl.grading.part import RULES, UNJUDGED, Part, State, has_no_program, marks
from pydecl.grading.rubric import points_text
from pydecl.grading.running import POSITIONS, Grades, twice
from pydecl.grading.store import Store, default_store
from pydecl.loading.consulting import consult
from pydecl.model.own import Manner
from pydecl.model.ranges import LEAST_MEMORY
from pydecl.model.term import Atom
from pydecl.sandbox.session import MEMORY

HOW = {Manner.BARE: "run as it stands", Manner.PART: "run as a part of the textbook's alphabeta"}
"""How a program is run that is not run whole, with counts and limits."""

ABOUT = {
    OwnLaw.AGAIN: "further answers",
    OwnLaw.END: "whether it comes to an end",
    OwnLaw.PRUNING: "the leaves",
    OwnLaw.TIES: "the choice among equal moves",
}
"""What differs, where the name of the law does not say it."""


@command
def grade_files(
    reference: Annotated[str, argument("REFERENCE", "The rules file that is right.")],
    files: Annotated[
        list[Path], argument("FILE…", "What to grade: files, folders, and ZIP archives of them.")
    ],
    *,
    require: Annotated[
        str | None, option("--require", "NAME/ARITY,…", "The programs that each file must bring; else any.")
    ] = None,
    rubric: Annotated[
        Path | None, option("--rubric", "FILE.toml", "What each part is worth; by default a point each.")
    ] = None,
    sharing: Sharing,
    csv: Annotated[Path | None, option("--csv", "FILE", "Write the points as CSV.")] = None,
    html: Annotated[
        Path | None, option("--html", "FOLDER", "Write a page for each student, and index.html for you.")
    ] = None,
    solutions: Annotated[
        bool, option("--solutions", None, "Say on the students' pages what would be right.")
    ] = False,
    time: Annotated[
        float | None, option("--time", "S", "Seconds for each file (60); 0 is no limit.", group=LIMITS, min=0)
    ] = None,
    positions: Annotated[
        int | None,
        option("--positions", "N", f"On how many positions the rules are compared ({POSITIONS}).", min=1),
    ] = None,
    trees: Annotated[
        int | None, option("--trees", "N", f"On how many random trees a program is tried ({TREES}).", min=0)
    ] = None,
    seed: Annotated[int | None, option("--seed", "N", "What the random trees follow from (0).")] = None,
    memory: Annotated[
        int | None,
        option("--memory", "MIB", f"The memory of the rules ({MEMORY} MiB).", group=LIMITS, min=LEAST_MEMORY),
    ] = None,
    resume: Annotated[bool, option("--resume", None, "Go on where an earlier run stopped.")] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> Exit | None:
    """Grade homework: its rules against a reference's, and its programs against the textbook's."""
    with (
        sharing.running() as running,
        Store(store_file(store, default_store()), twice(_prolog_version)) as kept,
        progress_bar("grade") as show,
    ):
        found = grade(
            reference,
            files,
            require=require,
            rubric=rubric,
            jobs=sharing.jobs or 1,
            cluster=running,
            csv=csv,
            html=html,
            solutions=solutions,
            seconds=time,
            positions=positions,
            trees=trees,
            seed=seed,
            memory=memory,
            store=kept,
            resume=resume,
            progress=show,
        )
    if as_json:
        print_json(found.to_json())
    else:
        _print(found)
        if html is not None:
            say(f"\n{html / 'index.html'}: {len(found.files)} pages")
    if found.interrupted:
        complain("interrupted: --resume goes on from here")
    return found.exit_code


def _prolog_version() -> str:
    with consult("nim") as game:
        return str(game.session.ask(Atom("version")))


def _print(found: Grades) -> None:
    names = list(dict.fromkeys(part.name for one in found.files for part in one.parts))
    programs = sorted(name for name in names if name != RULES)
    rubric = found.rubric
    has_points = bool(rubric.deductions) or any(worth != 1 for worth in rubric.points.values())
    table = plain_table("file", RULES, *programs, "marks", *(["points"] if has_points else []))
    for one in found.files:
        by_name = {part.name: part for part in one.parts}
        cells = [by_name[name].state.value if name in by_name else "-" for name in (RULES, *programs)]
        right, of = marks(one.parts)
        most = rubric.most([part.name for part in one.parts])
        points = f"{points_text(rubric.sum(one.parts))}/{points_text(most)}"
        table.add_row(one.file, *cells, *([f"{right}/{of}"] if has_points else []), points)
    if found.files:
        output().print(table)
    for one in found.files:
        if has_no_program(one.parts):
            say(f"\n{one.file}: none of the programs that are required: no points")
        for part in one.parts:
            if part.state is not State.AGREES or part.notes:
                say(part_text(one.file, part))


def part_text(file: str, part: Part) -> str:
    """How a part did, and where to see it."""
    lines = [f"\n{file}: {part.name}: {part.state.value}"]
    if part.state is State.MISSING:
        return "\n".join([*lines, "  the file has no such program, under this name or a similar one"])
    if part.state in UNJUDGED:
        return "\n".join([*lines, *(f"  {line}" for line in part.message.splitlines())])
    if part.position is not None:
        lines[0] += f" at {part.position}"
    elif part.tree is not None:
        lines[0] += f" on a tree of {part.size}"
    if part.state is not State.AGREES:
        lines += [f"  expected {part.expected}", f"  found    {part.found}"]
    if len(part.line) > 1:
        lines.append(f"  reached  {', '.join(part.line)}")
    lines += [f"  asked    {' '.join(part.options)}"] if part.options else []
    tree = (part.tree or "").splitlines()
    lines += [f"  {'' if at else 'tree':8} {text}" for at, text in enumerate(tree)]
    lines += [f"  why      {part.why}"] if part.why else []
    lines += [f"  cause    {_cause(part)}"] if part.cause is not None else []
    lines += [f"  replay   {again}"] if (again := _replay(file, part)) else []
    lines.append(f"  compared {compared(part)}")
    return "\n".join([*lines, *(f"  note     {note}" for note in part.notes)])


def compared(part: Part) -> str:
    """What was compared, and what of it differed first.

    >>> compared(Part("minimax/3", State.DIFFERS, "again; bare; 1 question on the file's game"))
    "further answers; 1 question on the file's game; run as it stands"
    """
    *manner, asked = part.message.split("; ")
    what = [] if part.law is None else [ABOUT.get(part.law, f"the {part.law.value}")]
    how = [HOW[Manner(manner[-1])]] if manner and manner[-1] != Manner.ATTACHED.value else []
    return "; ".join([*what, asked, *how])


def _replay(file: str, part: Part) -> str | None:
    """The command that shows what a program does, beside the textbook's."""
    if (law := part.law) is None or part.readings:
        return None
    where = {"position": part.position, "tree": part.tree}
    return replay(file, named(part.name), law, **where, options=part.options)


def _cause(part: Part) -> str:
    """What kind of change makes the program right, and where."""
    assert part.cause is not None
    places = dict.fromkeys(
        place.predicate if place.line is None else f"{place.predicate}, line {place.line}"
        for place in part.places
    )
    return f"{part.cause.title}{': ' if places else ''}{'; '.join(places)}"
