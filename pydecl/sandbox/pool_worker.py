"""A process of `pool.py`: one piece after the other, until its parent is gone.

Run as `python -m pydecl.sandbox.pool_worker LIFELINE`: LIFELINE is the number of a pipe's end that closes
when the parent dies.
"""

from __future__ import annotations

import pickle
import sys

from pydecl.errors import StoppedError
from pydecl.errors.unforeseen import named
from pydecl.sandbox.frames import ClosedError, read_bytes, write_bytes
from pydecl.sandbox.pool import Done, Failed, Told
from pydecl.sandbox.serving import end_with_parent, own_pipes
from pydecl.sandbox.work import Workplace


def main(lifeline: int) -> None:
    """Do what is asked until nobody asks any more."""
    requests, replies = own_pipes()
    end_with_parent(lifeline)

    def progress(*said: object) -> None:
        write_bytes(replies, pickle.dumps(Told(said)))

    try:
        with Workplace() as place:
            while True:
                asked = read_bytes(requests)
                try:
                    said = pickle.dumps(Done(place.do(pickle.loads(asked), progress)))
                except KeyboardInterrupt:
                    said = pickle.dumps(Failed(StoppedError("interrupted")))
                except BrokenPipeError:
                    raise
                except Exception as error:
                    said = pickle.dumps(Failed(named(error)))
                write_bytes(replies, said)
                del said  # it may be large
    except (ClosedError, BrokenPipeError, KeyboardInterrupt):
        return


if __name__ == "__main__":
    main(int(sys.argv[1]))
