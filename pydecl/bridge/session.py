"""A session with SWI-Prolog: one game in one child process, under a deadline that the parent keeps.

>>> with Session() as session:
...     for answer in session.query("append(X, [c], [a, b, c])"):
...         print(answer["X"])
[a,b]
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import TracebackType
from typing import Self

from pydecl.bridge.faults import contract_error
from pydecl.bridge.protocol import ClosedError, DeadlineError, read_frame, write_frame
from pydecl.errors import ContractError, InputError, LimitError, PrologUnavailableError
from pydecl.model.number import INFINITY
from pydecl.model.reader import TermSyntaxError, read_term
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, term_text
from pydecl.paths import prolog_file

GRACE = 0.25
"""Seconds that the child gets beyond a deadline to stop by itself and say how far it came."""

START_SECONDS = 30.0


class Session:
    """SWI-Prolog in a child process; a context manager.

    The child is started at the first request, and again after a death, when `setup` is repeated: the
    requests that made the session what it is.
    """

    def __init__(self, seconds: float | None = 60.0) -> None:
        """`seconds` is the time that a request may take where it says nothing else; None is no limit."""
        self.seconds = seconds
        self.starts = 0
        """How many children there have been."""
        self._setup: list[tuple[str, str]] = []
        self._child: _Child | None = None
        self._deadline: float | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child; a later request starts another."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def interrupt(self) -> None:
        """End the child from another thread than the one that waits for it, which learns that it died."""
        child = self._child
        if child is not None:
            child.process.kill()

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """All requests inside together may take this long; None is no limit."""
        before = self._deadline
        self._deadline = time.monotonic() + (INFINITY if seconds is None else seconds)
        try:
            yield
        finally:
            self._deadline = before

    @property
    def pid(self) -> int | None:
        """The child's process, or None where none runs."""
        return None if self._child is None else self._child.process.pid

    def query(
        self, goal: str, *, solutions: int = 1000, seconds: float | None = None
    ) -> list[dict[str, Term]]:
        """The answers to one Prolog goal, each a value for every named variable.

        The goal sees the textbook programs, the game's whole interface and its own predicates. At most
        `solutions` answers are asked for. Raises InputError where the goal is no Prolog, ContractError
        where it raises an exception, LimitError where `seconds` are not enough.
        """
        request = Compound("query", (PrologString(goal), solutions))
        answers = self.ask(request, seconds=seconds)
        assert isinstance(answers, PrologList)
        return [_bindings(answer) for answer in answers.items]

    def set_up(self, request: Term | str, *, seconds: float | None = None) -> Term:
        """As `ask`, and again whenever a new child starts."""
        text = _text(request)
        reply = self._exchange(text, seconds)
        self._setup.append((text, reply))
        return _term(reply)

    def setup_texts(self) -> list[str]:
        """The requests that made the session what it is, as canonical text."""
        return [request for request, _ in self._setup]

    def ask(self, request: Term | str, *, seconds: float | None = None) -> Term:
        """The term that answers a request of `prolog/support/worker.pl`, a term or its canonical text."""
        return _term(self._exchange(_text(request), seconds))

    def ask_text(self, request: Term | str, *, seconds: float | None = None) -> str:
        """The text that answers a request for bulk data."""
        kind, _, text = self._exchange(_text(request), seconds).partition(" ")
        assert kind == "text"
        return text

    def _exchange(self, request: str, seconds: float | None) -> str:
        if self._child is None:
            self._child = _Child()
            self.starts += 1
            for earlier, reply in self._setup:
                if self._reply(earlier, self.seconds) != reply:
                    self.close()
                    raise InputError("the rules have changed since they were consulted: consult them again")
        if seconds is None:
            seconds = self.seconds
            if self._deadline is not None:
                seconds = self._deadline - time.monotonic()
                if seconds <= 0:
                    raise LimitError("the time is over")
        return self._reply(request, seconds)

    def _reply(self, request: str, seconds: float | None) -> str:
        assert self._child is not None
        done = False
        try:
            reply = self._child.exchange(request, seconds)
            done = True
        except ClosedError:
            raise ContractError("died", self._child.how_it_ended()) from None
        except DeadlineError:
            raise LimitError(f"no answer from SWI-Prolog within {seconds:.3g} s") from None
        finally:
            if not done:
                self.close()
        if reply.startswith("error "):
            raise contract_error(_term(reply))
        return reply


def _text(request: Term | str) -> str:
    return request if isinstance(request, str) else term_text(request)


def _term(reply: str) -> Term:
    text = reply.partition(" ")[2]
    try:
        return read_term(text)
    except TermSyntaxError:
        raise ContractError("unreadable", text) from None


def _bindings(answer: Term) -> dict[str, Term]:
    assert isinstance(answer, PrologList)
    found: dict[str, Term] = {}
    for pair in answer.items:
        assert isinstance(pair, Compound)
        name, value = pair.args
        assert isinstance(name, Atom)
        found[name.name] = value
    return found


class _Child:
    """One worker process and its pipes."""

    def __init__(self) -> None:
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115  closed with the child
        lifeline, self.lifeline = os.pipe()
        try:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "pydecl.bridge.worker",
                    str(prolog_file("support")),
                    str(lifeline),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.complaints,
                pass_fds=[lifeline],
                start_new_session=True,
                env=_environment(),
            )
        finally:
            os.close(lifeline)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._requests = self.process.stdin.fileno()
        self._replies = self.process.stdout.fileno()
        try:
            ready = read_frame(self._replies, time.monotonic() + START_SECONDS)
        except (ClosedError, DeadlineError):
            self.process.kill()
            self.process.wait()
            raise PrologUnavailableError(_why_it_did_not_start(self._complaint())) from None
        except BaseException:
            self.kill()
            raise
        assert ready == "ready"

    def exchange(self, request: str, seconds: float | None) -> str:
        deadline = None if seconds in (None, INFINITY) else time.monotonic() + seconds + GRACE
        try:
            write_frame(self._requests, request)
        except BrokenPipeError:
            raise ClosedError from None
        return read_frame(self._replies, deadline)

    def how_it_ended(self) -> str:
        try:
            code = self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "its pipe was closed"
        if code < 0:
            return f"killed by signal {-code}, {signal.Signals(-code).name}"
        return f"exit code {code}: do the rules call halt/0?"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.lifeline)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        self.complaints.close()

    def _complaint(self) -> str:
        self.complaints.seek(0)
        return self.complaints.read().decode(errors="replace").strip()


def _why_it_did_not_start(complaint: str) -> str:
    last = complaint.splitlines()[-1].strip(" \t]") if complaint else "it said nothing"
    advice = "see 'pydecl doctor'"
    if "SWI_HOME_DIR" in os.environ:
        advice += f" (SWI_HOME_DIR is set to {os.environ['SWI_HOME_DIR']}: try without it)"
    return f"SWI-Prolog does not start: {last}\n{advice}"


def _environment() -> dict[str, str]:
    """The child's environment: where SWI-Prolog is, UTF-8, and none of the user's start-up files."""
    nowhere = os.path.join(os.sep, "nonexistent")
    here = {
        "HOME": nowhere,
        "XDG_CONFIG_HOME": nowhere,
        "XDG_CONFIG_DIRS": nowhere,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "LC_ALL": "C.UTF-8",
    }
    return {**dict(_library()), **os.environ, **here}


@cache
def _library() -> Sequence[tuple[str, str]]:
    """What saves pyswip a search for SWI-Prolog at each start; empty where it must search."""
    swipl = shutil.which("swipl")
    if swipl is None:
        return ()
    try:
        run = subprocess.run(
            [swipl, "--dump-runtime-variables"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    found = dict(line.rstrip(";").split("=", 1) for line in run.stdout.splitlines() if "=" in line)
    variables = {"LIBSWIPL_PATH": found.get("PLLIBSWIPL", ""), "SWI_HOME_DIR": found.get("PLBASE", "")}
    variables = {name: value.strip('"') for name, value in variables.items()}
    return tuple(variables.items()) if all(variables.values()) else ()
