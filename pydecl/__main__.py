"""`python -m pydecl` is the command line."""

import os
import sys


def main() -> None:
    """Run the command line; an interruption while it is still being imported is one, too."""
    try:
        _leave_out_current_folder()
        from pydecl.cli import app

        app.main()
    except KeyboardInterrupt:
        sys.exit(130)


def _leave_out_current_folder() -> None:
    """Python's modules are not to be taken from a folder of games, where anybody may have put a `json.py`."""
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        if os.path.samefile(sys.path[0] or ".", ".") and not os.path.samefile(own, "."):
            del sys.path[0]
    except OSError:  # there is no current folder any more
        pass


if __name__ == "__main__":
    main()
