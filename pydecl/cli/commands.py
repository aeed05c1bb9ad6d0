"""The commands: where each is found, what it does in a few words, and examples, group by group.

Nothing is imported for them, so that `pydecl --help` and completion are quick.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Command:
    """A command: its module and function in `pydecl.cli`, its line in `pydecl --help`, and examples."""

    place: str
    summary: str
    examples: tuple[str, ...] = ()


def _groups(table: str) -> dict[str, dict[str, Command]]:
    """The commands of a table, by the title of their group and by their names."""
    groups: dict[str, dict[str, Command]] = {}
    names: dict[str, Command] = {}
    for line in table.strip().splitlines():
        text = line.strip()
        if not line.startswith(" "):
            names = groups[text] = {}
        elif line.startswith(" " * 8):
            last = names[next(reversed(names))]
            names[next(reversed(names))] = replace(last, examples=(*last.examples, text))
        else:
            name, place, summary = text.split(" | ")
            names[name] = Command(place, summary)
    return groups


GROUPS = _groups("""
Start here
    games | games.games | List the bundled games.
        pydecl games
    new | games.new_game | Write a small game of your own to start from.
        pydecl new pile
    check | checking.check | Find what is wrong with rules, and what can run on them.
        pydecl check pile.pl
        pydecl check pile.pl --about
        pydecl check --explain P103
    adapt | adapting.adapt_program | Make a game of somebody's program, or of a KIF sheet.
        pydecl adapt pile.pl
        pydecl adapt . -o glue.pl --force
Search
    search | searching.search_game | Search a position for its value and the best move.
        pydecl search tictactoe
        pydecl search connect4:width=4,height=4 --depth 5
    solve | solving.solve_game | Solve every position that can be reached: won, drawn or lost.
        pydecl solve nim
        pydecl solve tictactoe --to solved
        pydecl solve solved x../.../...
    crosscheck | crosschecking.crosscheck_games | Search the same positions on every engine and compare.
        pydecl crosscheck nim
        pydecl crosscheck --trees 100 --program alphabeta
See and play
    step | stepping.step_through | Step through a search, with every step explained.
        pydecl step lecture19
        pydecl step lecture19 --plain
    draw | drawing.draw_search | Draw the tree that a program searches.
        pydecl draw lecture19
        pydecl draw lecture19 -o tree.svg
    board | drawing.show_board | Show a position: its board, its value and its moves.
        pydecl board tictactoe
        pydecl board nim --position '1/2/0 max'
        pydecl board hexapawn -o board.svg
    play | playing.play_game | Play a game against a program.
        pydecl play tictactoe
        pydecl play nim --as both --record nim.txt
    web | web.serve | Open the workbench in a browser.
        pydecl web
        pydecl web --port 8080
""")
"""The commands that people need."""

MORE = _groups("""
More on searches
    prove | proving.prove_claim | Prove the value of a position, or check such a proof.
        pydecl prove nim --won
        pydecl prove lecture19 --at-least 4 -o proof.json
        pydecl prove lecture19 --verify proof.json
    trace | tracing.trace_game | List what a program does, one event a line.
        pydecl trace lecture19
        pydecl trace nim --summary
    top | games.top | Start SWI-Prolog on a game, with the programs loaded.
        pydecl top nim
    perft | searching.count_plays | Count the ways to play 1, 2, … N plies.
        pydecl perft othello:size=6 --depth 4
Other programs' games
    suite | court.write_suite | Write positions that other programs of a game are tested on.
        pydecl suite nim:heaps=[1,2] -o nim.jsonl --time 5
    verify | court.verify_rules | Hold rules against lines of play that are known.
        pydecl verify nim --examples lines.jsonl
    mcp | mcp.serve | Answer a model that writes rules, by the Model Context Protocol.
        pydecl mcp --list
        pydecl mcp
Matches
    tournament | tournaments.run | Let programs play each other, and print the table.
        pydecl tournament hexapawn --player alphabeta,depth=4 --player random
    dilemma | tournaments.dilemma | Let strategies meet in the Prisoner's Dilemma.
        pydecl dilemma
        pydecl dilemma --backward 6
Teaching
    practice | practising.practice | Make exercises in searching by hand, and mark them.
        pydecl practice --level shallow --seed 3 -o sheet.txt
        pydecl practice --mark sheet.txt
    grade | grading.grade_files | Grade homework against a reference.
        pydecl grade nim pile.pl
    claims | claims.show_claims | Test the claims that the lectures make.
        pydecl claims --list
        pydecl claims --only ol-f
    site | web.make_site | Write the workbench as a site that needs no server.
        pydecl site public
Machine
    compile | compiling.compile_game | Compile a game's rules to C.
        pydecl compile nim
        pydecl compile nim --explain
    bench | benchmarking.bench | Measure how fast each engine searches.
        pydecl bench tictactoe --depth 4 --rounds 1
    doctor | doctoring.doctor | Check what pydecl needs on this machine.
        pydecl doctor
""")
"""The others."""

COMMANDS = {
    name: one for groups in (GROUPS, MORE) for group in groups.values() for name, one in group.items()
}

FIRST_STEPS = ("pydecl crosscheck tictactoe", "pydecl search nim", "pydecl new pile")
"""The examples of `pydecl --help`."""

OLD: Mapping[Sequence[str], Sequence[str]] = {
    ("consult",): ("check", "--about"),
    ("explain",): ("check", "--explain"),
    ("import",): ("adapt",),
    ("probe",): ("solve",),
    ("moves",): ("board",),
    ("tournament", "dilemma"): ("dilemma",),
}
"""The commands of the release before, and what does the same now."""

OLD_SETTINGS = tuple(f"--{one}" for one in ("win", "max-ply", "extension", "guess", "playouts", "table"))
"""The options of the release before that are now `--set NAME=N`."""


def renewed(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str], list[str]] | None:
    """An old command's words, the new ones, and all words with these; None for what is not old.

    >>> renewed(["probe", "solved"])
    (('probe',), ('solve',), ['solve', 'solved'])
    """
    for old, new in OLD.items():
        if words[: len(old)] == list(old):
            return old, new, [*new, *words[len(old) :]]
    return None


def overview(everything: bool) -> Iterator[str]:
    """The lines of `pydecl --help`: the commands that people need, or all."""
    yield "Usage: pydecl [OPTIONS] COMMAND [ARGS]..."
    yield ""
    yield "  Textbook searches on rules in plain Prolog: in SWI-Prolog, Python and machine"
    yield "  code, and compared."
    yield ""
    yield "Options:"
    for name, about in OPTIONS.items():
        yield f"  {name:<21} {about}"
    groups = GROUPS | MORE if everything else GROUPS
    for title, commands in groups.items():
        yield f"\n{title}:"
        yield from (f"  {name:<11} {one.summary}" for name, one in commands.items())
    if not everything:
        yield "\nMore:"
        names = [name for group in MORE.values() for name in group]
        half = (len(names) + 1) // 2
        yield from (f"  {', '.join(part)}" for part in (names[:half], names[half:]))
    yield "\nExamples:"
    yield from (f"  {line}" for line in FIRST_STEPS)


def is_help(words: Sequence[str]) -> bool:
    """Whether a command line asks for nothing but this overview."""
    return "--help" in words and set(words) <= {"--help", "--all"}


OPTIONS = {
    "--version": "Show the version and exit.",
    "--all": "With --help: show all commands.",
    "--install-completion": "Install completion for the current shell.",
    "--show-completion": "Show completion for the current shell.",
    "--help": "Show this message and exit.",
}
"""The options of `pydecl` itself."""
