"""The child process that holds SWI-Prolog: one text in, one text out, until its parent is gone.

This is the only module that imports pyswip. Run as `python -m pydecl.bridge.worker SUPPORT LIFELINE`:
SUPPORT is the folder of `worker.pl`, LIFELINE the number of a pipe's end that closes when the parent dies.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from pathlib import Path

from pydecl.bridge.protocol import ClosedError, read_frame, write_frame


def main(support: str, lifeline: int) -> None:
    """Serve requests. The game's own input and output are the null device, never the protocol's pipes."""
    requests, replies = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    threading.Thread(target=_die_with_parent, args=(lifeline,), daemon=True).start()
    answer = _Prolog(Path(support) / "worker.pl")
    write_frame(replies, "ready")
    os.dup2(null, 2)
    os.close(null)
    while True:
        try:
            request = read_frame(requests)
        except ClosedError:
            os._exit(0)
        write_frame(replies, answer(request))


def _die_with_parent(lifeline: int) -> None:
    os.read(lifeline, 1)
    os._exit(0)


class _Prolog:
    """request/2 of `prolog/support/worker.pl` as a function from text to text.

    pyswip's own conversions are lossy and slow, so only strings cross, through the foreign interface.
    """

    def __init__(self, worker_file: Path) -> None:
        import pyswip.prolog  # noqa: F401  starts SWI-Prolog
        from pyswip import core

        self._core = core
        self._get = core._lib.PL_get_nchars
        self._get.argtypes = [
            core.term_t,
            ctypes.POINTER(ctypes.c_size_t),
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.c_uint,
        ]
        self._get.restype = ctypes.c_int
        self._put = core._lib.PL_put_chars
        self._put.argtypes = [core.term_t, ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p]
        self._put.restype = ctypes.c_int
        self._free = core._lib.PL_free
        self._free.argtypes = [ctypes.c_void_p]
        self._free.restype = None
        self._consult(worker_file)
        self._request = core.PL_predicate(b"request", 2, b"pydecl_worker")

    def _consult(self, file: Path) -> None:
        core = self._core
        frame = core.PL_open_foreign_frame()
        name = core.PL_new_term_refs(1)
        text = str(file).encode()
        self._put(name, core.PL_ATOM | core.REP_UTF8, len(text), text)
        consult = core.PL_predicate(b"consult", 1, b"user")
        if not core.PL_call_predicate(None, core.PL_Q_NORMAL, consult, name):
            raise SystemExit(f"SWI-Prolog could not load {file}")
        core.PL_discard_foreign_frame(frame)

    def __call__(self, request: str) -> str:
        core = self._core
        frame = core.PL_open_foreign_frame()
        try:
            args = core.PL_new_term_refs(2)
            data = request.encode("utf-8", "surrogatepass")
            self._put(args, core.PL_STRING | core.REP_UTF8, len(data), data)
            flags = core.PL_Q_CATCH_EXCEPTION  # PL_Q_NODEBUG would switch the hook for exceptions off
            if not core.PL_call_predicate(None, flags, self._request, args):
                return "error prolog(\"the request failed in SWI-Prolog\",'')"
            size = ctypes.c_size_t()
            chars = ctypes.c_void_p()
            how = core.CVT_STRING | core.REP_UTF8 | core.BUF_MALLOC
            if not self._get(args + 1, ctypes.byref(size), ctypes.byref(chars), how):
                return "error prolog(\"the reply could not be fetched from SWI-Prolog\",'')"
            try:
                return ctypes.string_at(chars, size.value).decode("utf-8", "surrogatepass")
            finally:
                self._free(chars)
        finally:
            core.PL_discard_foreign_frame(frame)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
