"""A process of `pool.py`: one piece after the other, until its parent is gone.

Run as `python -m pydecl.sandbox.pool_worker LIFELINE NICENESS`: LIFELINE is the number of a pipe's end that
closes when the parent dies; NICENESS is how much it gives way to others. An interruption (SIGINT) ends the
piece, and not the process. It is answered by `Stopped`, in time or not: whoever waits for that knows whether
it came too early, and that it can end no later piece.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from pydecl.errors import StoppedError
from pydecl.errors.unforeseen import named
from pydecl.sandbox.frames import ClosedError, read_bytes, write_bytes
from pydecl.sandbox.pool import PATIENCE, Done, Failed, Stopped, Told
from pydecl.sandbox.serving import end_with_parent, own_pipes, run, say_ready
from pydecl.sandbox.work import Workplace


class _Interrupts:
    """Interrupts, which are noted when they come, and end only what may be ended; a handler of signals."""

    def __init__(self) -> None:
        self.is_due = False
        """Whether one has come that is not answered yet."""
        self._may_end = False
        self.woken, wakes = os.pipe()
        os.set_blocking(wakes, False)
        signal.set_wakeup_fd(wakes)
        signal.signal(signal.SIGINT, self)

    def __call__(self, *_: object) -> None:
        self.is_due = True
        self._end()

    def _end(self) -> None:
        if self.is_due and self._may_end:
            self._may_end = False
            raise KeyboardInterrupt

    @contextmanager
    def allowed(self, may_end: bool) -> Iterator[None]:
        """What is done inside may be ended by an interrupt, or may not, which ends what is outside then."""
        before, self._may_end = self._may_end, may_end
        try:
            self._end()
            yield
        finally:
            self._may_end = before
        self._end()


def serve(arguments: Sequence[str]) -> None:
    """Do what is asked until nobody asks any more, or asks for nothing."""
    lifeline, niceness = map(int, arguments)
    os.nice(niceness)
    requests, replies = own_pipes()
    end_with_parent(lifeline, PATIENCE)
    interrupts = _Interrupts()

    def send(message: bytes) -> None:
        with interrupts.allowed(False):
            write_bytes(replies, message)

    def tell(*said: object) -> None:
        send(pickle.dumps(Told(said)))

    def done(asked: bytes) -> bytes:
        with interrupts.allowed(True):
            try:
                return pickle.dumps(Done(place.do(pickle.loads(asked), tell)))
            except BrokenPipeError:
                raise
            except Exception as error:
                return pickle.dumps(Failed(named(error)))

    pieces = 0
    say_ready(replies)
    with suppress(ClosedError, BrokenPipeError), Workplace() as place:
        while True:
            ready, _, _ = select.select([requests, interrupts.woken], [], [])
            if interrupts.woken in ready:
                os.read(interrupts.woken, 1 << 10)
            if interrupts.is_due:
                interrupts.is_due = False
                send(pickle.dumps(Stopped(pieces)))
            if requests in ready:
                asked = read_bytes(requests)
                if not asked:
                    return
                pieces += 1
                said = pickle.dumps(Failed(StoppedError("interrupted")))
                with suppress(KeyboardInterrupt):
                    said = done(asked)
                send(said)
                del asked, said  # they may be large


if __name__ == "__main__":
    run(serve)
