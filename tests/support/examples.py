"""The examples of README and the manual: they are run, and what they print is compared with the page.

In a page, from its top to its end and in one folder, which holds `examples/`:

- a block ```` ```console ```` has commands after `$`, each with its output; a command below which nothing
  stands must not fail, and may print anything;
- a block ```` ```python ```` is run in the page's own names; what it prints is the ```` ```text ```` block
  that follows at once, or nothing. A block that begins with `>>>` is a doctest;
- `<!-- save: NAME -->` above any block makes a file of it, and `<!-- copy: FILE NAME -->` copies one of the
  repository;
- `<!-- not run: REASON -->` above a block says why it cannot be run;
- `<!-- thorough: REASON -->` above a block says why only the thorough ring runs it. A block that needs what
  such a block has made is marked, too.

In an output `…` stands for any text in its line, or, in a line of its own, for any lines. Seconds are not
compared.

`python tests/support/examples.py PAGE…` runs pages, and writes into them what their commands print now.
Pictures in `docs/` that the commands draw are renewed, too.
"""

from __future__ import annotations

import contextlib
import difflib
import doctest
import glob
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from folders import ROOT

DOCS = ROOT / "docs"

PAGES = (ROOT / "README.md", *sorted(path for path in DOCS.rglob("*.md") if "node_modules" not in path.parts))

NOTE = re.compile(r"<!-- (save|not run|thorough|copy): (.+) -->")

FENCE = re.compile(r"( *)(`{3,})([\w+-]*)(.*)")

RUN = ("console", "python", "sh")
"""The languages of blocks that are run, or say why they are not."""

SHELL = re.compile(r"[|&;<>]+")

TAKING = re.compile(r"\d[\d,]*(\.\d+)? s\b")
SAVED = re.compile(r"; minimax visits [\d,]+$")
"""Said if it is known in no time."""

COMPARED = re.compile(r"^(\S+ agrees \d+) [\d,]+ (compiled|independent|shared)\b")
"""How many comparisons there are depends on how many programs there are."""

TABLE_ENDING = re.compile(r".*\bseconds$")


@dataclass(frozen=True)
class Block:
    """A block of a page: its language, its text, where it begins, and the notes above it."""

    language: str
    text: str
    line: int
    save: str | None = None
    not_run: str | None = None
    thorough: str | None = None
    printed: str = ""


@dataclass(frozen=True)
class Command:
    """A command, and what stands below it."""

    line: str
    printed: str
    at: int


Runner = Callable[[str, Path], tuple[int, str]]
"""What runs a command in a folder, and tells its exit code and what it printed."""


def blocks(text: str) -> list[Block]:
    """The blocks of a page in their order; what a Python block prints is a part of it."""
    found: list[Block] = []
    notes: dict[str, str] = {}
    lines = text.splitlines()
    at = 0
    adjacent = False
    while at < len(lines):
        line = lines[at]
        note, fence = NOTE.fullmatch(line.strip()), FENCE.fullmatch(line)
        at += 1
        if note is not None and note[1] == "copy":
            source, _, name = note[2].partition(" ")
            found.append(Block("", (ROOT / source).read_text("utf-8"), at, name or Path(source).name))
            adjacent = False
        elif note is not None:
            notes[note[1]] = note[2]
        elif fence is not None:
            inside: list[str] = []
            start = at
            while at < len(lines) and lines[at].strip() != fence[2]:
                inside.append(lines[at].removeprefix(fence[1]))
                at += 1
            at += 1
            written = "".join(line + "\n" for line in inside)
            if adjacent and found[-1].language == "python" and fence[3] == "text" and not notes:
                found[-1] = replace(found[-1], printed=written)
            else:
                save, not_run, thorough = map(notes.get, ("save", "not run", "thorough"))
                found.append(Block(fence[3], written, start, save, not_run, thorough))
            notes, adjacent = {}, True
        elif line.strip():
            notes, adjacent = {}, False
    return found


def commands(block: Block) -> list[Command]:
    """The commands of a block; one that ends with a backslash goes on in the next line."""
    found: list[Command] = []
    lines = block.text.splitlines(keepends=True)
    at = 0
    while at < len(lines):
        place = at
        written = lines[at].removeprefix("$ ")
        while written.endswith("\\\n"):
            at += 1
            written = written.removesuffix("\\\n") + lines[at].strip() + "\n"
        at += 1
        printed: list[str] = []
        while at < len(lines) and not lines[at].startswith("$ "):
            printed.append(lines[at])
            at += 1
        found.append(Command(written.strip(), "".join(printed), block.line + place))
    return found


def stray(text: str) -> Iterator[str]:
    """What looks like an example, but would not be run."""
    for block in blocks(text):
        first = block.text.lstrip()
        if block.language == "console" and not first.startswith("$ "):
            yield f"line {block.line}: a console block begins with '$ '"
        is_run = block.language in RUN or block.not_run is not None
        if not is_run and re.search(r"^\$ ", block.text, re.MULTILINE):
            yield f"line {block.line}: commands stand in a block ```console"
        if block.language == "sh" and block.not_run is None:
            yield f"line {block.line}: a block ```sh is not run: say why, or make it a block ```console"
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside and re.match(r" {4}(\$|pydecl|python3?|pip|pytest) ", line):
            yield f"line {number}: commands stand in a block ```console"


def normal(text: str) -> str:
    """A text without what differs from run to run: seconds, the width of columns, blanks at the ends.

    >>> normal("a     seconds\\nx  yes    12.5\\n")
    'a seconds\\nx yes #'
    >>> normal("seconds    0.003")
    'seconds #'
    """
    lines: list[str] = []
    timed = False
    for raw in text.strip("\n").splitlines():
        start = raw[: len(raw) - len(raw.lstrip())]
        line = start + " ".join(raw.split())
        timed = (timed and bool(line)) or TABLE_ENDING.fullmatch(line) is not None
        if timed:
            line = re.sub(r" [\d.,]+$", " #", line)
        line = COMPARED.sub(r"\1 # \2", re.sub(r"^(\s*seconds) [\d.]+", r"\1 #", line))
        lines.append(SAVED.sub("", TAKING.sub("# s", line)))
    return "\n".join(lines)


def agrees(expected: str, printed: str) -> bool:
    """Whether a text was printed as the page has it.

    >>> agrees("one\\n…\\nfour", "one\\ntwo\\nthree\\nfour")
    True
    >>> agrees("1 … 3\\n", "1 2 3")
    True
    >>> agrees("one\\ntwo", "one")
    False
    """
    pattern = ""
    for line in normal(expected).split("\n"):
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(map(re.escape, line.split("…"))) + r"\n"
    return re.fullmatch(pattern, normal(printed) + "\n") is not None


def in_a_shell(line: str, folder: Path) -> tuple[int, str]:
    """Run a command in a process of its own."""
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def words(line: str, folder: Path) -> list[str] | None:
    """The words of a command of pydecl's; or none if it needs a shell."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    found = list(lexer)
    if found[0] != "pydecl" or any(map(SHELL.fullmatch, found)):
        return None
    return [name for word in found[1:] for name in _named(word, folder)]


def _named(word: str, folder: Path) -> list[str]:
    files = sorted(glob.glob(word, root_dir=folder)) if "*" in word else []
    return files or [word]


class Page:
    """A page that is being run, in a folder; `whole` with the blocks of the thorough ring."""

    def __init__(self, path: Path, folder: Path, run: Runner, *, whole: bool = True) -> None:
        self.path, self.folder, self.run, self.whole = path, folder, run, whole
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.python: list[str] = []
        if not (folder / "examples").exists():
            shutil.copytree(ROOT / "examples", folder / "examples")

    def faults(self) -> Iterator[str]:
        """What is not as the page says."""
        for block in blocks(self.path.read_text(encoding="utf-8")):
            if block.save is not None:
                place = self.folder / block.save
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(block.text, encoding="utf-8")
            if block.not_run is not None or (block.thorough is not None and not self.whole):
                continue
            if block.language == "console":
                for command in commands(block):
                    yield from self._command_faults(command)
            if block.language == "python":
                yield from self._python_faults(block)
        yield from self._picture_faults()

    def _command_faults(self, command: Command) -> Iterator[str]:
        code, printed = self.run(command.line, self.folder)
        if not command.printed.strip():
            if code and not (code == 1 and command.line.startswith("pydecl ")):  # 1: something differs
                yield self._told(command.at, f"{command.line}: exit code {code}\n{printed}")
        elif not agrees(command.printed, printed):
            yield self._told(command.at, f"{command.line}\n{_difference(command.printed, printed)}")

    def _python_faults(self, block: Block) -> Iterator[str]:
        printed = io.StringIO()
        if block.text.startswith(">>> "):
            parsed = doctest.DocTestParser().get_doctest(
                block.text, self.names, self.path.name, str(self.path), block.line
            )
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            runner.run(parsed, out=printed.write, clear_globs=False)
            self.names |= parsed.globs
            if runner.failures:
                yield self._told(block.line, printed.getvalue())
            return
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(block.text, f"{self.path.name}:{block.line}", "exec"), self.names)
        except Exception as error:
            yield self._told(block.line, f"{type(error).__name__}: {error}")
            return
        finally:
            self.python.append(printed.getvalue())
        if not agrees(block.printed, printed.getvalue()):
            yield self._told(block.line, _difference(block.printed, printed.getvalue()))

    def _picture_faults(self) -> Iterator[str]:
        """A picture that the page shows is the one that its command has drawn."""
        for made, shown in pictures(self.folder):
            if made.read_bytes() != shown.read_bytes():
                yield f"{self.path.name}: {shown.relative_to(ROOT)} is not what the page's command draws"

    def _told(self, line: int, message: str) -> str:
        return f"{self.path.name}:{line}: {message}"


def pictures(folder: Path) -> Iterator[tuple[Path, Path]]:
    """The pictures that a page's commands have drawn, each with that of its name in the manual."""
    for made in sorted(folder.glob("*.svg")):
        for shown in sorted(DOCS.rglob(made.name)):
            yield made, shown


def _difference(expected: str, printed: str) -> str:
    lines = difflib.unified_diff(
        normal(expected).splitlines(), normal(printed).splitlines(), "the page", "printed", lineterm="", n=1
    )
    return "\n".join(lines)


def renewed(path: Path, folder: Path) -> str:
    """A page with what its commands and programs print now, where that is not what it has."""
    text = path.read_text(encoding="utf-8")
    seen: list[str] = []

    def run(line: str, place: Path) -> tuple[int, str]:
        code, printed = in_a_shell(line, place)
        seen.append(printed)
        return code, printed

    page = Page(path, folder, run)
    for fault in page.faults():
        print(fault)  # noqa: T201
    told, python = iter(seen), iter(page.python)
    for block in blocks(text):
        if block.not_run is not None:
            continue
        if block.language == "python" and not block.text.startswith(">>> "):
            printed = next(python)
            if block.printed and not agrees(block.printed, printed):
                text = text.replace(f"```text\n{block.printed}", f"```text\n{printed}", 1)
        if block.language != "console":
            continue
        new = block.text
        for command in commands(block):
            printed = next(told)
            if command.printed.strip() and not agrees(command.printed, printed):
                new = new.replace(command.printed, printed.rstrip("\n") + "\n", 1)
        text = text.replace(block.text, new, 1)
    return text


def main() -> None:
    """Renew the pages that are named."""
    for name in sys.argv[1:]:
        path = Path(name).resolve()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            os.environ["PYDECL_CACHE"] = str(Path(folder) / "cache")
            text = renewed(path, Path(folder))
            for made, shown in pictures(Path(folder)):
                shutil.copyfile(made, shown)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
