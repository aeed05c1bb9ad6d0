"""The worker process that holds SWI-Prolog, as its parent sees it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pydecl.engines.prolog.installation import OVERRIDES, variables
from pydecl.engines.prolog.quick_load import quick_load
from pydecl.errors import PrologUnavailableError
from pydecl.paths import prolog_file
from pydecl.sandbox.frames import Aside, First, Limited, Sink
from pydecl.sandbox.pipes import Pipes
from pydecl.sandbox.process import GRACE, NotStartedError, Process, bare_environment

BIGGEST_ASIDE = 1 << 30
"""The longest that all that comes aside of one answer may be, in bytes; it goes into a file."""


class Child(Process):
    """A worker process with SWI-Prolog; raises PrologUnavailableError where it does not start."""

    def __init__(
        self, memory: int, readable: Sequence[Path], printed: First, seconds: float | None = None
    ) -> None:
        """`memory` is in MiB; `readable` what it may read, see `sandbox/walls.py`; rules print to `printed`.

        `seconds` are for the start.
        """
        with Pipes() as pipes:
            self._events, events = pipes.incoming()
            self._output, output = pipes.incoming()
            for end in (self._events, self._output):
                os.set_blocking(end, False)
            self._printed = Aside(self._output, printed)
            try:
                super().__init__(
                    "pydecl.engines.prolog.worker",
                    [str(memory << 20), *map(str, readable)],
                    folder=prolog_file("support"),  # the current folder may be gone
                    environment={**variables(), **bare_environment(*OVERRIDES)},
                    hastened=quick_load,
                    passed=[events, output],
                    seconds=seconds,
                )
            except NotStartedError as error:
                raise PrologUnavailableError(_why_it_did_not_start(error)) from None

    def exchange(
        self, request: Sequence[bytes], seconds: float | None, events: Sink | None, grace: float = GRACE
    ) -> str:
        """The reply to a request, in parts, whose time is limited; what comes aside goes into `events`.

        Raises what `exchange_bytes` raises.
        """
        asides = [self._printed] if events is None else [self._printed, self._aside(events)]
        return self.exchange_bytes(request, seconds, asides, grace=grace).decode("utf-8", "surrogatepass")

    def _aside(self, events: Sink) -> Aside:
        """Where what comes aside is to go; what is there from before is dropped."""
        before = Aside(self._events, First(0))
        while before.take():
            pass
        return Aside(self._events, Limited(events, BIGGEST_ASIDE))

    def kill(self) -> None:
        super().kill()
        os.close(self._events)
        os.close(self._output)


def _why_it_did_not_start(error: NotStartedError) -> str:
    last = error.last.strip(" \t]")
    advice = "see 'pydecl doctor'"
    if "SWI_HOME_DIR" in os.environ:
        advice += f" (SWI_HOME_DIR is set to {os.environ['SWI_HOME_DIR']}: try without it)"
    return f"SWI-Prolog does not start: {last}\n{advice}"
