"""The exercises of a site, made beforehand with the keys to mark them by: the browser needs no search.

>>> files = practice_files()
>>> sorted(files)[:2], len(json.loads(files["practice/deep.json"]))
(['practice/chance.json', 'practice/deep.json'], 40)
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pydecl.workbench.practice.exercise import TITLES, Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.reasons import key_json, marking_key
from pydecl.workbench.practice.solution import solved

SEEDS = 40
"""How many exercises of each level there are, by the seeds from 1 on."""


@cache
def practice_files() -> dict[str, bytes]:
    """A file for each level, and `levels.json`: their names and titles, and how many seeds there are."""
    levels = {level.value: TITLES[level] for level in Level}
    files = {f"practice/{level.value}.json": _level(level) for level in Level}
    files["practice/levels.json"] = _json({"levels": levels, "seeds": SEEDS})
    return files


def _level(level: Level) -> bytes:
    found = []
    for seed in range(1, SEEDS + 1):
        solution = solved(exercise(level, seed))
        found.append({"exercise": solution.exercise.to_json(), "key": key_json(marking_key(solution))})
    return _json(found)


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
