"""The child process that holds SWI-Prolog: one text in, one text out, until its parent is gone.

This is the only module that imports pyswip. Run as `python -m pydecl.engines.prolog.worker LIFELINE EVENTS
PRINTED MEMORY READABLE...`: LIFELINE is the number of a pipe's end that closes when the parent dies; EVENTS
that of an end to write to, see `prolog/support/events.pl`; PRINTED that of one for what the rules print;
MEMORY and READABLE are what `confine` takes.
"""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydecl.engines.prolog import QUICK_LOAD
from pydecl.engines.prolog.sealing import Seal
from pydecl.paths import prolog_file
from pydecl.sandbox.frames import BIGGEST_REPLY
from pydecl.sandbox.serving import (
    Serve,
    answer_all,
    answered,
    end_with_parent,
    own_pipes,
    request_text,
    run,
    say_ready,
)
from pydecl.sandbox.walls import confine

TRACED = ("trace", "leaves", "record")
"""The requests that wrap programs for the time of a search."""

TRACES_OWN = "trace(own("
"""How a request begins that also wraps what a program of the file's own asks the rules."""

OF_THE_USER = ("query",)
"""The requests in which the user, who is not the rules, may change and wrap what they like."""

_READ_ONLY, _NONETHELESS = 0x1000, 0x8000
"""What keeps a flag from being changed, and what changes it, see PL_set_prolog_flag() and its source."""

TOLD = {"LC_ALL", "TZ"}
"""What rules may read of the environment."""

MAKES_A_GAME = ("convention", "facts")
"""The requests after which there is a game to be asked."""


def prepare() -> Serve:
    """SWI-Prolog with the programs loaded and sealed."""
    support = prolog_file("support")
    answer = _Prolog(support / "worker.pl")
    seal = Seal(answer.core)

    def serve(arguments: Sequence[str]) -> None:
        """The game's own input is the null device, its output a pipe, never the protocol's.

        On descriptor 2 SWI-Prolog can say its last words; its stream user_error goes nowhere.
        """
        lifeline, events, printed, memory = map(int, arguments[:4])
        requests, replies = own_pipes(printed)
        answer.open_events(events)
        answer.learn_its_number()
        readable = (support.parent, *map(Path, arguments[4:]))
        home = answer(f"bounded({memory}, {_texts(readable)})").partition(" ")[2]
        seal.renew()
        for name in os.environ.keys() - TOLD:
            del os.environ[name]
        walls = list(confine(memory, (Path(home), *readable)))
        end_with_parent(lifeline)
        say_ready(replies, walls)

        def answer_to(frame: bytes) -> Sequence[bytes]:
            request = request_text(frame)
            reply = _checked(seal, request, answered(answer, request))
            return (reply.encode("utf-8", "surrogatepass"),)

        answer_all(requests, replies, answer_to)

    return serve


def _texts(files: Sequence[Path]) -> str:
    """Files as strings of Prolog's, both as they are named and where they lie."""
    names = {name for file in files for name in (os.path.abspath(file), os.path.realpath(file))}
    return json.dumps(sorted(names), ensure_ascii=False)


class _Prolog:
    """request/2 of `prolog/support/worker.pl` as a function from text to text.

    pyswip's own conversions are lossy and slow, so only strings cross, through the foreign interface.
    """

    def __init__(self, worker_file: Path) -> None:
        import pyswip.prolog  # noqa: F401  starts SWI-Prolog
        from pyswip import core

        self.core = core
        text = (ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_void_p))
        self._get = self._c("PL_get_nchars", ctypes.c_int, core.term_t, *text, ctypes.c_uint)
        sized = (ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p)
        self._put = self._c("PL_put_chars", ctypes.c_int, core.term_t, *sized)
        self._free = self._c("PL_free", None, ctypes.c_void_p)
        self._mark = self._c("PL_mark_string_buffers", None, ctypes.POINTER(ctypes.c_uint))
        self._release = self._c("PL_release_string_buffers_from_mark", None, ctypes.c_uint)
        quick = os.environ.pop(QUICK_LOAD, None)
        if not ((quick and self._consult(Path(quick))) or self._consult(worker_file)):
            raise SystemExit(f"SWI-Prolog could not load {worker_file}")
        self._request = core.PL_predicate(b"request", 2, b"pydecl_worker")

    def _c(self, name: str, result: Any, *arguments: Any) -> Any:
        """A function of SWI-Prolog's, as an object of its own: pyswip's may have other types."""
        function = self.core._lib[name]
        function.restype, function.argtypes = result, arguments
        return function

    def _consult(self, file: Path) -> bool:
        """Consult a file; whether the module that answers requests is there, then."""
        self._called(b"consult", b"user", str(file))
        return self._called(b"current_module", b"system", "pydecl_worker")

    def _called(self, name: bytes, module: bytes, atom: str) -> bool:
        """Call a predicate of one argument."""
        core = self.core
        frame = core.PL_open_foreign_frame()
        argument = core.PL_new_term_refs(1)
        text = atom.encode()
        self._put(argument, core.PL_ATOM | core.REP_UTF8, len(text), text)
        predicate = core.PL_predicate(name, 1, module)
        done = core.PL_call_predicate(None, core.PL_Q_NORMAL, predicate, argument)
        core.PL_discard_foreign_frame(frame)
        return bool(done)

    def open_events(self, fd: int) -> None:
        """Make a pipe's end a stream of SWI-Prolog's, which has no predicate for that."""
        core = self.core
        fdopen = self._c("Sfdopen", ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)
        unify = self._c("PL_unify_stream", ctypes.c_int, core.term_t, ctypes.c_void_p)
        frame = core.PL_open_foreign_frame()
        stream = core.PL_new_term_refs(1)
        opened = core.PL_predicate(b"events_opened", 1, b"pydecl_events")
        if not (
            unify(stream, fdopen(fd, b"w")) and core.PL_call_predicate(None, core.PL_Q_NORMAL, opened, stream)
        ):
            raise SystemExit("SWI-Prolog could not open the stream of events")
        core.PL_discard_foreign_frame(frame)

    def learn_its_number(self) -> None:
        """A fork has another number than the process that started SWI-Prolog."""
        told = (ctypes.c_char_p, ctypes.c_int, ctypes.c_ssize_t)
        tell = self._c("PL_set_prolog_flag", ctypes.c_int, *told)
        if not tell(b"pid", self.core.PL_INTEGER | _READ_ONLY | _NONETHELESS, os.getpid()):
            self.core._lib.PL_clear_exception()  # of another version, which tells the old one

    def __call__(self, request: str) -> str:
        core = self.core
        mark = ctypes.c_uint()  # what texts are converted in is freed by this alone
        self._mark(ctypes.byref(mark))
        frame = core.PL_open_foreign_frame()
        try:
            args = core.PL_new_term_refs(2)
            data = request.encode("utf-8", "surrogatepass")
            self._put(args, core.PL_STRING | core.REP_UTF8, len(data), data)
            flags = core.PL_Q_CATCH_EXCEPTION  # PL_Q_NODEBUG would switch the hook for exceptions off
            if not core.PL_call_predicate(None, flags, self._request, args):
                return "error prolog(\"the request failed in SWI-Prolog\",'')"
            return self._text(args + 1)
        finally:
            core.PL_discard_foreign_frame(frame)
            self._release(mark)

    def _text(self, term: int) -> str:
        core = self.core
        size = ctypes.c_size_t()
        chars = ctypes.c_void_p()
        how = core.CVT_STRING | core.REP_UTF8 | core.BUF_MALLOC
        if not self._get(term, ctypes.byref(size), ctypes.byref(chars), how):
            return "error prolog(\"the reply could not be fetched from SWI-Prolog\",'')"
        try:
            if size.value > BIGGEST_REPLY:
                return f"error game(answer_too_large({BIGGEST_REPLY}))"
            return ctypes.string_at(chars, size.value).decode("utf-8", "surrogatepass")
        finally:
            self._free(chars)


def _checked(seal: Seal, request: str, reply: str) -> str:
    """The reply to a request, or instead of it that the programs were changed."""
    name = request.partition("(")[0]
    if name in OF_THE_USER:
        seal.renew()
    elif not seal.intact(traced=name in TRACED, own=request.startswith(TRACES_OWN)):
        return "error game(tampered)"
    if name in MAKES_A_GAME:
        seal.extend("asked_of_game")
    return reply


if __name__ == "__main__":
    run(prepare())
