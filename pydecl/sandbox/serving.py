"""What all workers do at their start, see `process.py`: pipes that what they compute cannot reach."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from pydecl.errors.unforeseen import fault_line
from pydecl.model.term import Compound, PrologString, term_text


def own_pipes(output: int | None = None) -> tuple[int, int]:
    """The pipes of requests and of replies, under other numbers.

    What is computed has no standard input, and writes to `output`, which is closed here, or into nowhere.
    """
    requests, replies = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null if output is None else output, 1)
    os.close(null)
    if output is not None:
        os.close(output)
    return requests, replies


def answered(answer: Callable[[str], str], request: str) -> str:
    """The reply to a request: whatever is raised meanwhile is a reply, too; see `faults.contract_error`."""
    try:
        return answer(request)
    except MemoryError:
        return "error resource(memory,'')"
    except Exception as error:
        return f"error {term_text(Compound('internal', (PrologString(fault_line(error)),)))}"


def end_with_parent(lifeline: int) -> None:
    """End this process when the other end of the pipe `lifeline` is closed: a thread waits for that."""
    threading.Thread(target=_wait, args=(lifeline,), daemon=True).start()


def _wait(lifeline: int) -> None:
    os.read(lifeline, 1)
    os._exit(0)


def request_text(frame: bytes) -> str:
    r"""A request as text; one with a long text, a `TextRequest` of `session.py`, comes in three parts.

    >>> print(request_text(b"load(f,\0a('b').\0,[])"))
    load(f,"a('b').",[])
    """
    before, *parts = frame.split(b"\0")
    if not parts:
        return before.decode("utf-8", "surrogatepass")
    text, after = parts
    written = term_text(PrologString(text.decode())).encode("utf-8", "surrogatepass")
    return b"".join((before, written, after)).decode("utf-8", "surrogatepass")
