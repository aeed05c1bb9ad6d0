"""A process of `pool.py`: one task after the other, until its parent is gone.

Run as `python -m pydecl.sandbox.pool_worker LIFELINE`: LIFELINE is the number of a pipe's end that closes
when the parent dies.
"""

from __future__ import annotations

import pickle
import sys
from importlib import import_module

from pydecl.errors import Exit
from pydecl.errors.unforeseen import named
from pydecl.sandbox.frames import ClosedError, read_bytes, write_bytes
from pydecl.sandbox.pool import Done, Failed, Opened, Said, Told
from pydecl.sandbox.serving import end_with_parent, own_pipes


def main(lifeline: int) -> None:
    """Do what is asked until nobody asks any more."""
    requests, replies = own_pipes()
    end_with_parent(lifeline)

    def tell(said: Said) -> None:
        write_bytes(replies, pickle.dumps(said))

    try:
        name, setup = pickle.loads(read_bytes(requests))
        module, _, function = name.partition(":")
        opened: Opened = getattr(import_module(module), function)
        with opened(setup) as do:
            while True:
                place, task = pickle.loads(read_bytes(requests))

                def progress(done: int, total: int, place: int = place) -> None:
                    tell(Told(place, done, total))

                try:
                    result = do(task, progress)
                except KeyboardInterrupt:
                    tell(Failed(place, "interrupted", Exit.INTERRUPTED))
                except Exception as error:
                    told = named(error)
                    tell(Failed(place, str(told), told.exit_code))
                else:
                    tell(Done(place, result))
    except (ClosedError, BrokenPipeError, KeyboardInterrupt):
        return
    except Exception as error:
        told = named(error)
        tell(Failed(None, str(told), told.exit_code))


if __name__ == "__main__":
    main(int(sys.argv[1]))
