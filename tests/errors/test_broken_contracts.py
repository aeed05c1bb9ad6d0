"""What rules do wrong is said in one message, which is the same on both engines, with exit code 3.

`broken_contracts.tsv` has the options of a search, the rules in JSON, and the message; … stands for anything.
"""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from command_line import Run

from pydecl.engines.registry import complete
from pydecl.errors import Exit

with Path(__file__).with_name("broken_contracts.tsv").open(encoding="utf-8", newline="") as file:
    ROWS = [*csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]


@pytest.mark.sampled(14, "each case searches on two engines")
@pytest.mark.parametrize(("options", "rules", "said"), ROWS)
def test_a_broken_contract_is_the_same_on_both_engines(
    pydecl: Run, own_folder: Path, options: str, rules: str, said: str
) -> None:
    (own_folder / "game.pl").write_text(json.loads(rules))
    asked = ("search", "game.pl", *options.split(), "--time", "600")
    first, second = (pydecl(*asked, "--engine", engine) for engine in complete())
    assert first == second
    assert (first.code, first.out) == (Exit.BROKEN_CONTRACT, "")
    *warnings, message = re.split("^pydecl: ", first.err, flags=re.MULTILINE)[1:]
    assert all(": warning: " in warning for warning in warnings)
    pattern = ".*".join(map(re.escape, said.split("…")))
    assert re.fullmatch(pattern, message.rstrip().replace("\n", " "))
