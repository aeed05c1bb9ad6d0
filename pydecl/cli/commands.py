"""The commands: where each is found, what it does in a few words, and examples, group by group.

Nothing is imported for them, so that `pydecl --help` and completion are quick.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command: its module and function in `pydecl.cli`, its line in `pydecl --help`, and examples."""

    place: str
    summary: str
    examples: tuple[str, ...]


GROUPS = {
    "Start here": {
        "games": Command(
            "consulting.games",
            "List the bundled games.",
            ("pydecl games",),
        ),
        "new": Command(
            "creating.new_game",
            "Write a small game of your own to start from.",
            ("pydecl new pile",),
        ),
        "consult": Command(
            "consulting.consult_file",
            "Load a game and say which programs can run on it.",
            ("pydecl consult pile.pl", "pydecl consult pile.pl --watch"),
        ),
        "import": Command(
            "importing.import_sheet",
            "Turn a KIF sheet into a rules file.",
            ("pydecl import pile.kif -o pile.pl", "pydecl import pile.kif"),
        ),
        "adapt": Command(
            "adapting.adapt_program",
            "Make a game of somebody's program.",
            ("pydecl adapt pile.pl", "pydecl adapt . -o glue.pl --force"),
        ),
        "check": Command(
            "checking.check",
            "Find what is wrong with a rules file.",
            ("pydecl check pile.pl", "pydecl check pile.pl nim --json"),
        ),
        "explain": Command(
            "checking.explain",
            "Explain a code that 'check' reports.",
            ("pydecl explain P103", "pydecl explain"),
        ),
    },
    "Search": {
        "search": Command(
            "searching.search_game",
            "Search a position for its value and the best move.",
            (
                "pydecl search tictactoe",
                "pydecl search connect4:width=4,height=4 --program alphabeta --depth 5",
                "pydecl search pile.pl --json",
            ),
        ),
        "solve": Command(
            "solving.solve_game",
            "Solve every position that can be reached: won, drawn or lost.",
            (
                "pydecl solve nim",
                "pydecl solve win_move_drawn -o solved.svg",
                "pydecl solve tictactoe --to solved",
            ),
        ),
        "probe": Command(
            "probing.probe",
            "Look positions up in a game that 'solve --to' has kept.",
            ("pydecl probe solved", "pydecl probe solved x../.../... --json"),
        ),
        "prove": Command(
            "proving.prove_claim",
            "Prove the value of a position, or check such a proof.",
            (
                "pydecl prove nim --won",
                "pydecl prove lecture19 --at-least 4 -o proof.json",
                "pydecl prove lecture19 --verify proof.json",
            ),
        ),
        "trace": Command(
            "tracing.trace_game",
            "List what a program does, one event a line.",
            ("pydecl trace lecture19 --program alphabeta", "pydecl trace nim --summary"),
        ),
        "top": Command(
            "toplevel.top",
            "Start SWI-Prolog on a game, with the programs loaded.",
            ("pydecl top nim",),
        ),
    },
    "Compare": {
        "crosscheck": Command(
            "crosschecking.crosscheck_games",
            "Search the same positions on every engine and compare.",
            (
                "pydecl crosscheck nim",
                "pydecl crosscheck --trees 100 --program alphabeta",
            ),
        ),
        "suite": Command(
            "suite.write_suite",
            "Write positions that other programs of a game are tested on.",
            ("pydecl suite nim:heaps=[1,2] -o nim.jsonl --time 5",),
        ),
        "verify": Command(
            "suite.verify_rules",
            "Hold rules against lines of play that are known.",
            ("pydecl verify nim --examples lines.jsonl",),
        ),
        "mcp": Command(
            "mcp.serve",
            "Answer a model that writes rules, by the Model Context Protocol.",
            ("pydecl mcp --list", "pydecl mcp"),
        ),
        "claims": Command(
            "claims.show_claims",
            "Test the claims that the lectures make.",
            ("pydecl claims --list", "pydecl claims --only ol-f"),
        ),
    },
    "Teach": {
        "draw": Command(
            "drawing.draw_search",
            "Draw the tree that a program searches.",
            (
                "pydecl draw lecture19",
                "pydecl draw lecture19 --program alphabeta -o tree.svg",
            ),
        ),
        "step": Command(
            "stepping.step_through",
            "Step through a search, with every step explained.",
            ("pydecl step lecture19", "pydecl step lecture19 --program alphabeta --plain"),
        ),
        "practice": Command(
            "practising.practice",
            "Make exercises in searching by hand, and mark them.",
            (
                "pydecl practice --level shallow --seed 3 -o sheet.txt",
                "pydecl practice --mark sheet.txt",
            ),
        ),
        "grade": Command(
            "grading.grade_files",
            "Grade homework against a reference.",
            ("pydecl grade nim pile.pl",),
        ),
        "web": Command(
            "web.serve",
            "Open the workbench in a browser.",
            ("pydecl web", "pydecl web --port 8080"),
        ),
        "site": Command(
            "site.make_site",
            "Write the workbench as a site that needs no server.",
            ("pydecl site public",),
        ),
    },
    "Games": {
        "play": Command(
            "playing.play_game",
            "Play a game against a program.",
            ("pydecl play tictactoe", "pydecl play nim --as both --record nim.txt"),
        ),
        "moves": Command(
            "consulting.moves",
            "List the moves in a position.",
            ("pydecl moves tictactoe", "pydecl moves nim --position '1/2/0 max'"),
        ),
        "board": Command(
            "boards.draw_board",
            "Draw a position.",
            ("pydecl board hexapawn", "pydecl board tictactoe --position x.o/.x./..o -o board.svg"),
        ),
        "perft": Command(
            "counting.count_plays",
            "Count the ways to play 1, 2, … N plies.",
            ("pydecl perft othello:size=6 --depth 4",),
        ),
        "tournament": Command(
            "tournaments.run",
            "Let programs play each other, and print the table.",
            (
                "pydecl tournament hexapawn --player alphabeta,depth=4 --player random",
                "pydecl tournament dilemma",
            ),
        ),
    },
    "Machine": {
        "compile": Command(
            "compiling.compile_game",
            "Compile a game's rules to Python and to C.",
            ("pydecl compile nim", "pydecl compile nim --explain"),
        ),
        "bench": Command(
            "benchmarking.bench",
            "Measure how fast each engine searches.",
            ("pydecl bench tictactoe --depth 4 --rounds 1",),
        ),
        "doctor": Command(
            "doctoring.doctor",
            "Check what pydecl needs on this machine.",
            ("pydecl doctor",),
        ),
    },
}

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}

FIRST_STEPS = (
    "pydecl crosscheck tictactoe",
    "pydecl search nim --program alphabeta",
    "pydecl new pile",
)
"""The examples of `pydecl --help`."""
