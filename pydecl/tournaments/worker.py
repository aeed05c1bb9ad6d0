"""The process that plays games for `workers.py`: one fixture after the other, until its parent is gone.

Run as `python -m pydecl.tournaments.worker LIFELINE`: LIFELINE is the number of a pipe's end that closes when
the parent dies. Messages are pickled: both sides are pydecl's own, and rules run in processes of their own.
"""

from __future__ import annotations

import pickle
import sys

from pydecl.errors import PydeclError
from pydecl.errors.unforeseen import named
from pydecl.sandbox.frames import ClosedError, read_bytes, write_bytes
from pydecl.sandbox.serving import end_with_parent, own_pipes
from pydecl.tournaments.arena import Arena

NO_GAME = -1
"""The place that a process names which cannot play at all."""


def main(lifeline: int) -> None:
    """Play what is asked until nobody asks any more."""
    requests, replies = own_pipes()
    end_with_parent(lifeline)

    def tell(place: int, found: object) -> None:
        write_bytes(replies, pickle.dumps((place, found)))

    try:
        with Arena(pickle.loads(read_bytes(requests))) as arena:
            while True:
                place, fixture = pickle.loads(read_bytes(requests))
                try:
                    tell(place, arena.play(fixture))
                except PydeclError as error:
                    tell(place, (int(error.exit_code), str(error)))
    except (ClosedError, BrokenPipeError):
        return
    except Exception as error:
        told = named(error)
        tell(NO_GAME, (int(told.exit_code), str(told)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
