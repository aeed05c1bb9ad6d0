"""Host of a system in Python: `python -m pydecl.court.host KIND SPEC` answers a JSON line with a JSON line.

It imports nothing of pydecl but the file of the system. What the system prints goes nowhere.

>>> replies = Replies(None)
>>> replies.of(b'["jump", 3]')
{'error': 'no word jump'}
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from traceback import extract_tb
from typing import Any

LATE = 0.5
"""Answers wait for each other for so many seconds at most: the time for each is limited."""


class Replies:
    """The words that a system answers, over states that are known by numbers."""

    def __init__(self, system: Any) -> None:
        self._system = system
        self._states: dict[int, Any] = {}
        self._made = 0
        basic = {"new": self._new, "look": self._look, "play": self._play, "drop": self._drop}
        more = {"undo": self._undo, "clone": self._clone, "show": self._show, "script": self._script}
        known = {word: answer for word, answer in more.items() if getattr(system, word, None)}
        self._words: dict[str, Any] = {**basic, **known}

    def of(self, line: bytes) -> dict[str, Any]:
        """The answer to a line; whatever is raised is an answer, too."""
        try:
            word, *arguments = json.loads(line)
            answer = self._words.get(word)
            return {"error": f"no word {word}"} if answer is None else answer(*arguments)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return {"error": told(error)}

    def together(self, lines: Sequence[bytes]) -> Iterator[bytes]:
        """The lines of the answers, as many at a time as there are before it is late."""
        said, until = b"", time.monotonic() + LATE
        for line in lines:
            said += json.dumps(self.of(line)).encode() + b"\n"
            if time.monotonic() > until:
                yield said
                said, until = b"", time.monotonic() + LATE
        yield said

    def _kept(self, state: Any) -> dict[str, Any]:
        self._made += 1
        self._states[self._made] = state
        return {"state": self._made}

    def _new(self) -> dict[str, Any]:
        return self._kept(self._system.new()) | {"system": self._system.name}

    def _look(self, number: int) -> dict[str, Any]:
        mover, moves, results = self._system.look(self._states[number])
        if results is None:
            return {"mover": mover, "moves": moves, "result": None}
        return {"mover": mover, "moves": moves, "result": results[0], "results": results}

    def _play(self, number: int, move: int) -> dict[str, Any]:
        return self._kept(self._system.play(self._states[number], move))

    def _undo(self, number: int) -> dict[str, Any]:
        return self._kept(self._system.undo(self._states[number]))

    def _clone(self, number: int) -> dict[str, Any]:
        return self._kept(self._system.clone(self._states[number]))

    def _drop(self, *numbers: int) -> dict[str, Any]:
        for number in numbers:
            self._states.pop(number, None)
        return {}

    def _show(self, number: int) -> dict[str, Any]:
        return {"text": self._system.show(self._states[number])}

    def _script(self, numbers: list[int], law: str | None) -> dict[str, Any]:
        return {"lines": self._system.script(numbers, law)}


def told(error: BaseException) -> str:
    """What is said of an exception, and the last place in others' files that it came from."""
    here = os.path.dirname(__file__) + os.sep
    frames = [one for one in extract_tb(error.__traceback__) if not one.filename.startswith((here, "<"))]
    place = "".join(f" ({one.filename}:{one.lineno}, in {one.name})" for one in frames[-1:])
    return f"{type(error).__name__}: {error}"[:400] + place


def main(kind: str, spec: str) -> None:
    """Answer until there are no more lines."""
    requests, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    replies = Replies(import_module(f"pydecl.court.systems.{kind}").System(spec))
    rest = b""
    while chunk := os.read(requests, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        for said in replies.together(lines):
            unsaid = memoryview(said)
            while unsaid:
                unsaid = unsaid[os.write(answers, unsaid) :]


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except ImportError as error:
        missing = error.name or str(error)
        sys.exit(f"the package {missing} is missing, or cannot be imported: {error}")
    except Exception as error:
        sys.exit(told(error))
