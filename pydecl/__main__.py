"""`python -m pydecl` is the command line."""

import atexit
import errno
import os
import sys

INTERRUPTED = 130

LIMITS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)


def main() -> None:
    """Run the command line; it ends with an exit code of its own, also if it cannot be imported."""
    code = exit_code()
    if building := sys.modules.get("pydecl.engines.native.building"):
        building.build_what_was_used_again()
    _end_at_once(code)


def exit_code() -> int:
    """The exit code of the command line, which has run."""
    try:
        _fill_standard_descriptors()
        _leave_out_current_folder()
        import signal  # not before: Python has not imported it yet, and the current folder may have one

        is_expected = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if is_expected:
            # An exception could be lost in one of Python's own callbacks while modules are imported.
            signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
        if _has_shown_help(sys.argv[1:]):
            return 0
        from pydecl.cli import app

        if is_expected:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        app.main()
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except Exception as error:  # the command line is not there to say so
        _give_up(error)
    return 0


def _has_shown_help(words: list[str]) -> bool:
    """Whether help was all that was asked for, and could be written: nothing else is loaded for it."""
    from pydecl.cli.commands import is_help, overview

    if not is_help(words) or "_PYDECL_COMPLETE" in os.environ:
        return False
    try:
        print("\n".join(overview("--all" in words)), flush=True)  # noqa: T201
    except (OSError, ValueError):  # the command line says why
        return False
    return True


def _end_at_once(code: int) -> None:
    """End without Python's own end.

    It would free all modules one by one, and take an interruption for unhandled that `exec` has passed on.
    """
    try:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (Exception, KeyboardInterrupt):
        pass
    os._exit(code)


def _fill_standard_descriptors() -> None:
    """A file or a pipe that is opened later must not take the number of a standard stream that is closed."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: SIM115  until the end


def _leave_out_current_folder() -> None:
    """Python's modules are not to be taken from a folder of games, where anybody may have put a `json.py`."""
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        if os.path.samefile(sys.path[0] or ".", ".") and not os.path.samefile(own, "."):
            del sys.path[0]
    except OSError:  # there is no current folder any more
        pass


def _give_up(error: Exception) -> None:
    try:
        said = " ".join(str(error).split())
        advice = "reinstall pydecl, or raise the limits of the shell (ulimit -a)"
        line = f"pydecl: it cannot start: {type(error).__name__}: {said}; {advice}\n"
        os.write(2, line.encode("ascii", "backslashreplace"))
    except OSError:
        pass
    is_limit = isinstance(error, MemoryError) or getattr(error, "errno", None) in LIMITS
    os._exit(4 if is_limit else 70)  # at once: the end of Python could need what is not there


if __name__ == "__main__":
    main()
