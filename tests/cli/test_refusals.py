"""What cannot be asked is refused with exit code 2, in one message, before anything is printed or written.

`refusals.txt` has the commands and what is said of each.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from command_line import Run
from folders import TESTS
from kept_games import Kept

from pydecl.errors import Exit
from pydecl.paths import prolog_file

LINES = (Path(__file__).parent / "refusals.txt").read_text("utf-8").splitlines()
REFUSALS = [line.split(" => ") for line in LINES if line and not line.startswith("#")]

FILES = (
    *("homework/good.pl", "homework/other_board.pl", "homework/min_missing_at_one.pl"),
    *("strangers/ttt_gdl.pl", "adapting/programs/flat.pl"),
)
"""Files of other tests that the commands name."""

TEXTS = {
    "game.pl": prolog_file("new.pl").read_bytes(),
    "no_start.pl": b"moves(a, [b]). max_to_move(a). min_to_move(b). staticval(_, 0).\n",
    "half.pl": b"initial(a). moves(a, [b]). max_to_move(a). min_to_move(b). terminalwon(b).\n",
    "small.tree": b"a max (b 1 c 2)\n",
    "binary.json": b'{"\xff',
    "examples.jsonl": b'{"line": []}\n\nwhat?\n',
    "text": b"no database, but a text that is long enough to be seen as none" * 20,
}


@pytest.mark.parametrize(("command", "said"), REFUSALS, ids=[command for command, _ in REFUSALS])
def test_a_command_is_refused(pydecl: Run, own_folder: Path, kept: Kept, command: str, said: str) -> None:
    for file in FILES:
        shutil.copy(TESTS / file, own_folder)
    for name, text in TEXTS.items():
        Path(name).write_bytes(text)
    Path("empty").mkdir()
    if "kept" in command:
        Path("kept").symlink_to(kept("nim"))
    before = set(own_folder.iterdir())
    done = pydecl(*shlex.split(command))
    assert (done.code, "" if "--json" in command else done.out) == (Exit.BAD_INPUT, "")
    _, *messages = re.split("pydecl: |Error: ", " ".join(done.err.split()))
    pattern = ".*".join(map(re.escape, said.split("…")))
    assert re.fullmatch(pattern, messages[-1].strip()), done.err
    assert len(messages) == 1, done.err
    assert set(own_folder.iterdir()) == before
