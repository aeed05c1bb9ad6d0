"""`python -m pydecl` is the command line."""

import sys


def main() -> None:
    """Run the command line; an interruption while it is still being imported is one, too."""
    try:
        from pydecl.cli import app

        app.main()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
