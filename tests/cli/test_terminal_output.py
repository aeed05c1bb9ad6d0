"""What a terminal gets: whatever a game, a file or a name says is shown, and never acts."""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from pathlib import Path

import pytest
from command_line import Run, in_a_process
from folders import ROOT, rules_file

from pydecl.cli import output as output_module
from pydecl.cli.output import output, print_fields, print_table, progress_bar, say
from pydecl.cli.screen import styled
from pydecl.cli.terminal import OutputLostError, Stream, echo, standard_streams
from pydecl.errors import Diagnostic
from pydecl.errors.escaping import escaped, json_text
from pydecl.rules.catalogue.codes import CATALOGUE
from pydecl.rules.finding import Finding

PACKAGE = ROOT / "pydecl"

ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
"""What must never reach a terminal."""

GAME = r"""
initial(a).
move(a, 'm\e]0;PWN\a\u202Ex', 'b\x9b\[2J').
move(a, 'n\nl\u200B', c).
max_to_move(a).
min_to_move('b\x9b\[2J').
min_to_move(c).
staticval('b\x9b\[2J', 1) :- write("\e]0;PWN\a printed\n\tline"), nl.
staticval(c, 2).
position_text(a) --> "pic\e[31mture\a \u202E|\n row2\ttab".
position_text('b\x9b\[2J') --> "B\e[2J\u2028".
position_text(c) --> "C".
"""
"""Atoms, moves, pictures and printed text with control characters."""

THROWS = r"""
initial(a). moves(a, [b]). max_to_move(a). min_to_move(b).
staticval(b, _) :- throw(oops('q\e[2J\x9b\')).
"""

FAULTY = "initial(a).\nmoves(a,[b]).\nfoo(\x1b]0;PWN\x07). % \x9b2J\u202e\n"

COMMANDS = [
    "check --about",
    "check --about --json",
    "check",
    "check --json",
    "board",
    "board --json",
    "search",
    "search --json --leaves",
    "search --engine python",
    "trace",
    "trace --json",
    "crosscheck --program minimax",
    "compile --explain",
    "perft --depth 1",
    "play --as none",
    "prove",
    "prove --format json",
    "prove --format dot",
    "solve",
]


@pytest.mark.sampled(6, "all commands write through the same function, which has tests of its own")
@pytest.mark.usefixtures("quick_c")
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_that_a_game_says_acts_on_a_terminal(
    command: str, pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name, *options = command.split()
    files = {"file\x1b]0;x\x07\u202e.pl": GAME, "throws.pl": THROWS, "faulty.pl": FAULTY}
    for file, text in files.items():
        Path(file).write_text(text, encoding="utf-8")
        done = pydecl(name, file, *options)
        assert not ACTING.search(done.out + done.err), file
        if "--json" in options and done.out:
            for line in done.out.splitlines() if name == "trace" else [done.out]:
                json.loads(line)


def test_json_says_what_the_game_says(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME)
    first, second = pydecl("board", path, "--json").json()["moves"]
    assert first["move"] == r"'m\u001B]0;PWN\a\u202Ex'"
    assert second["position"] == "c"


def test_printed_text_keeps_its_lines_and_tabs(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME)
    done = pydecl("search", path)
    assert done.err.endswith("the rules printed:\n\\u001b]0;PWN\\u0007 printed\n\tline\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "\x1b]0;x\x07"),
        ("search", "nim", "--position", "\x1b[2J"),
        ("search", "nim", "--depth", "\x1b[2J"),
        ("search", "nim", "--program", "\x1b[2J"),
        ("check", "--explain", "\x1b[2J"),
        ("new", "\x1b[2J"),
        ("\x1b[2J",),
        ("search", "nim", "--\x9b2J\u202e"),
        ("board", "\udcff\udcfe.pl"),
    ],
)
def test_what_is_typed_is_shown_too(
    arguments: tuple[str, ...], pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = pydecl(*arguments)
    assert done.code == 2
    assert not ACTING.search(done.out + done.err)


def test_a_record_and_the_dialogue_hold_no_control_characters(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, record = tmp_path / "game\x1b]0;x\x07.pl", tmp_path / "record"
    game.write_text(GAME, encoding="utf-8")
    typed = "comment \x1b[2J\u202e\n\x1b[2J\nmoves\n1\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    done = pydecl("play", game, "--as", "both", "--record", record)
    assert done.code == 0
    assert not ACTING.search(done.out + done.err)
    assert not ACTING.search(record.read_text(encoding="utf-8"))
    assert pydecl("play", "--replay", record).code == 0


# Encodings, and where nothing can be written


@pytest.mark.parametrize("command", ["board", "board --json", "search", "check", "check --about", "nosuch"])
@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
)
@pytest.mark.sampled(1, "each is a process, and what escapes is the same for all commands")
def test_what_the_encoding_lacks_is_escaped(
    command: str, environment: dict[str, str], tmp_path: Path
) -> None:
    game = tmp_path / "game.pl"
    game.write_text(
        "initial('é…'). moves('é…', [b]). max_to_move('é…'). min_to_move(b). staticval(b, 1).\n",
        encoding="utf-8",
    )
    name, *options = command.split()
    done = in_a_process(name, game, *options, **environment)
    assert done.code == (2 if name == "nosuch" else 0)
    assert (done.out + done.err).isascii()
    if "--json" in options:
        assert done.json()["position"] == "'é…'"
    elif name == "board":
        assert "'\\u00e9\\u2026'" in done.out


class _Full(io.StringIO):
    encoding = "utf-8"

    def write(self, _: str) -> int:
        raise OSError(28, "No space left on device")


def test_standard_error_never_fails_and_standard_output_says_so() -> None:
    Stream(_Full(), may_fail=False).write("lost")
    with pytest.raises(OutputLostError, match="No space left on device"):
        Stream(_Full(), may_fail=True).write("lost")


# The one way out


def test_colours_pass_and_what_a_text_holds_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.StringIO()
    monkeypatch.setattr(sys, "stdout", raw)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with standard_streams():
        output().print(styled("a\x1b[2J\x07b", "red"))
        echo("c\x9b\n\td")
        print("e\u202e")  # noqa: T201  a library may
        print_table(["x\x1b"], [["two\nlines\x1b[2J"]])
    shown = raw.getvalue()
    assert "\x1b[31ma\\u001b[2J\\u0007b\x1b[0m" in shown
    assert "c\\u009b\n\td\ne\\u202e\n" in shown
    assert "two\\u000alines\\u001b[2J" in shown
    assert not ACTING.search(re.sub(r"\x1b\[[0-9;]*m", "", shown))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Both streams, as one terminal of 60 columns."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "60")
    made = Terminal()
    monkeypatch.setattr(sys, "stdout", made)
    monkeypatch.setattr(sys, "stderr", made)
    return made


def test_verdicts_are_coloured_and_long_values_go_on_below(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    print_table(["verdict"], [["agrees"], ["differs"]])
    say("nim: 2 errors, 1 warning")
    print_fields({"can run": ", ".join(f"program_{number}" for number in range(9)), "moves": "9"})
    shown = terminal.getvalue()
    assert "\x1b[1;32magrees\x1b[0m" in shown
    assert "\x1b[1;31mdiffers\x1b[0m" in shown
    assert "nim: 2 \x1b[1;31merrors\x1b[0m, 1 \x1b[1;33mwarning\x1b[0m\n" in shown
    *wrapped, moves = shown.splitlines()[-4:]
    assert [line[:9] for line in (*wrapped, moves)] == ["can run  ", " " * 9, " " * 9, "moves    "]
    assert all(len(line) <= 60 for line in wrapped)


def test_a_bar_is_shown_only_for_work_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(output_module, "SOON", 600.0)
    with progress_bar("quick work") as show:
        show(1, 7)
    assert terminal.getvalue() == ""
    monkeypatch.setattr(output_module, "SOON", 0.0)
    with progress_bar("long work") as show:
        show(3, 7)
        while "3/7" not in terminal.getvalue():
            pass
    assert "long work" in terminal.getvalue()


def test_the_caret_stands_under_the_place_still() -> None:
    line = "a\x1b\t\u202eb c"
    shown = str(Diagnostic("f\x07.pl", 1, 5, "here", line)).splitlines()
    assert shown == ["f\\u0007.pl:1:5: here", "  a\\u001b\t\\u202eb c", "  " + " " * 7 + "\t" + " " * 6 + "^"]
    finding = Finding(CATALOGUE["P101"], "f", 1, 2, 1, "here", "", line)
    assert finding.excerpt().splitlines()[1] == "   ^~~~~~"


def test_json_reads_back_as_the_same_value() -> None:
    value = ["\x00\x1b\x7f\x9b\u202e\u2028\ufeff\U000e0041é\ud800", {"é": 1}]
    for encoding in ("utf-8", "ascii"):
        assert json.loads(json_text(value, encoding=encoding)) == value
        assert not ACTING.search(json_text(value, encoding=encoding))


def test_what_people_write_stays_as_it_is() -> None:
    for text in ("Größe → ♟️ 将棋 عربي", "a b\u00a0c", "naïve … 'x'"):
        assert escaped(text) == text


FILES = sorted((PACKAGE / "cli").glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_command_writes_past_it(file: Path) -> None:
    """rich's own texts drop some control characters and pass others; typer's echo drops escape sequences."""
    if file.name in ("screen.py", "terminal.py"):
        return
    tree = ast.parse(file.read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not modules & {"rich.text", "rich.console", "rich.table"}
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert not called & {"print", "typer.echo", "typer.secho", "sys.stdout.write", "sys.stderr.write"}
