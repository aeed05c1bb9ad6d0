"""A hostile game or command line, what must come of it, and the laws that hold for all of them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hostile.running import Ran, run
from pydecl.errors import Exit

sys.set_int_max_str_digits(0)  # as pydecl does, for values of any length

MOVERS = "max_to_move(a). min_to_move(b). min_to_move(c).\n"
VALUES = "staticval(b, 1). staticval(c, 2).\n"
GAME = "moves(a, [b,c]).\n" + MOVERS + VALUES
"""A game whose value at a is 2, and best is c."""

ENOUGH = 600.0
"""Seconds for a search that comes to an end: only one that hangs takes them."""

MOST_MEMORY = 100.0
"""What the command's own process may take, in MiB."""


@dataclass(frozen=True)
class Case:
    """A rules file, and a search of it."""

    text: str | bytes
    codes: tuple[Exit, ...] = (Exit.FINE,)
    says: str = ""
    """A regular expression, sought in what is printed."""
    value: object = 2
    """In JSON, where the search comes to an end: no other value is right."""
    position: str | None = "a"
    program: str = "minimax"
    time: float = 10.0
    """The limit of a search that may end by one: others get enough."""
    options: tuple[str, ...] = ()
    beside: Mapping[str, str | bytes] = field(default_factory=dict)
    """Other files in the same folder."""
    alike: bool = True
    """Whether both engines must say the same."""
    engines: tuple[str, ...] = ("prolog", "python")
    memory: float = MOST_MEMORY
    """What the command's own process may take, in MiB; the twin in Python runs there."""


class Place:
    """A folder with a game, and what may not change around it: a home, temporary files, another folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.game = root / "game"
        self.here = root / "here"
        self.folders = (self.game, self.here, root / "home", root / "tmp")
        for folder in self.folders:
            folder.mkdir(parents=True)
            (folder / "precious.txt").write_text("do not touch\n")

    def write(self, name: str, data: str | bytes) -> Path:
        path = self.game / name
        path.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
        return path

    def run(self, *arguments: str | Path, memory: float = MOST_MEMORY) -> Ran:
        """Run a command; checks what must hold whatever it is asked."""
        before = self._contents()
        environment = {"HOME": str(self.root / "home"), "TMPDIR": str(self.root / "tmp"), "NO_COLOR": "1"}
        ran = run([str(argument) for argument in arguments], self.here, environment)
        said = ran.out + ran.err
        assert "Traceback" not in said, said
        assert ran.code in list(Exit), (ran.code, said)
        assert ran.left == [], ran.left
        assert self._contents() == before
        assert 0 < ran.memory < memory, ran.memory
        return ran

    def _contents(self) -> list[tuple[object, ...]]:
        found: list[tuple[object, ...]] = []
        for folder in self.folders:
            for path in sorted(folder.rglob("*")):
                state = path.lstat()
                data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
                found.append((path, state.st_mode, state.st_size, state.st_mtime_ns, hash(data)))
        return found


def search_arguments(case: Case, path: Path, engine: str) -> list[str | Path]:
    """The command line of a case's search."""
    position = [] if case.position is None else ["--position", case.position]
    seconds = case.time if Exit.LIMIT in case.codes else ENOUGH
    asked = ["--program", case.program, "--time", str(seconds), "--engine", engine, "--json"]
    return ["search", path, *position, *asked, *case.options]


def examine(case: Case, place: Place, path: Path) -> None:
    """Search on the engines: the exit code, the message and the value must be right, and alike.

    What is refused before any search is so whatever the engine: one is asked.
    """
    ends = []
    for engine in case.engines[:1] if case.codes == (Exit.BAD_INPUT,) else case.engines:
        ran = place.run(*search_arguments(case, path, engine), memory=case.memory)
        judge(case, ran, engine)
        assert ran.out, f"{engine}: --json asks for a document, also of an error\n{ran.err}"
        ends.append((ran.code, ran.err if ran.code in (Exit.BAD_INPUT, Exit.BROKEN_CONTRACT) else ""))
    if case.alike:
        assert len(set(ends)) == 1, ends


def judge(case: Case, ran: Ran, engine: str) -> None:
    """One search must have ended as its case says."""
    said = f"{engine}: exit {ran.code}\n{ran.out}{ran.err}"
    assert ran.code in case.codes, said
    assert re.search(case.says, ran.out + ran.err, re.DOTALL), said
    answer = json.loads(ran.out) if ran.out else None
    if ran.code in (Exit.BAD_INPUT, Exit.BROKEN_CONTRACT):
        assert answer is None or set(answer) == {"error"}, said
        messages = [line for line in ran.err.splitlines() if line.startswith(("pydecl: ", "Error: "))]
        assert len([line for line in messages if not re.search(": (warning|note): ", line)]) == 1, said
    if answer is not None and "error" in answer:
        assert ran.code != Exit.FINE, said
        assert answer["error"]["exit_code"] == ran.code, said
        assert answer["error"]["message"].splitlines()[0] in ran.err, said
    elif answer is not None:
        if ran.code == Exit.FINE:
            assert answer["complete"], said
            assert (answer["value"], type(answer["value"])) == (case.value, type(case.value)), said
        else:
            assert ran.code == Exit.LIMIT, said
            assert answer["value"] is None, said
            assert answer["best"] is None, said
            assert not answer["complete"], said
    else:
        assert ran.code != Exit.FINE, said
