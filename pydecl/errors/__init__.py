"""What can go wrong, each with the exit code of the command line.

Every error that a user can cause is a `PydeclError`; its text is the whole message. A `Diagnostic` shows the
line of a file, with a caret. `escaping` makes any text safe for a terminal, `unforeseen` makes an internal
fault of any other exception.
Who may come in: everybody. It must not know anything else of pydecl.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from pydecl.errors.escaping import escaped, escaped_lines


class Exit(IntEnum):
    """The exit codes of every command."""

    FINE = 0
    DISAGREEMENT = 1
    BAD_INPUT = 2
    BROKEN_CONTRACT = 3
    LIMIT = 4
    NO_PROLOG = 5
    INTERNAL_FAULT = 70
    INTERRUPTED = 130
    BROKEN_PIPE = 141


@dataclass(frozen=True)
class Place:
    """A place in a file; line and column count from 1, 0 is 'unknown'. `within` is the predicate that has it.

    >>> print(Place("nim.pl", 12, within="move/2"), Place("nim.pl", 12, 3), Place("nim.pl"))
    nim.pl:12, in move/2 nim.pl:12:3 nim.pl
    """

    file: str
    line: int = 0
    column: int = 0
    within: str = ""

    def __str__(self) -> str:
        numbers = (self.line, self.column) if self.line else ()
        place = ":".join(str(part) for part in (escaped(self.file), *numbers) if part)
        return f"{place}, in {self.within}" if self.within else place

    def to_json(self) -> dict[str, Any]:
        """Its fields, None for what is not known."""
        line, column, within = (told or None for told in (self.line, self.column, self.within))
        return {"file": self.file, "line": line, "column": column, "within": within}

    @staticmethod
    def read(text: str) -> Place | None:
        """The place that a text such as `nim.pl:12, in move/2` tells; None if it tells none.

        >>> Place.read("nim.pl:12, in move/2")
        Place(file='nim.pl', line=12, column=0, within='move/2')
        """
        found = _PLACE.fullmatch(text)
        return found and Place(found["file"], int(found["line"]), within=found["within"] or "")


_PLACE = re.compile(r"(?P<file>.+):(?P<line>\d+)(?:, in (?P<within>.+))?")


class PydeclError(Exception):
    """The root of all errors that have a message for the user.

    `message` says what is wrong, `remedy` the one thing to do next, and `place` is where in a file it is. The
    text of the error is the message with its remedy.

    >>> error = InputError("pile.pl exists already", remedy="use --force to overwrite it")
    >>> print(error)
    pile.pl exists already; use --force to overwrite it
    >>> error.code, error.remedy, error.place
    ('input', 'use --force to overwrite it', None)
    >>> isinstance(error, PydeclError), error.exit_code.name
    (True, 'BAD_INPUT')
    """

    exit_code = Exit.BAD_INPUT
    code = "error"
    """A short, stable word for the kind of error."""

    remedy = ""
    place: Place | None = None

    def __init__(self, message: str = "", *, remedy: str = "", place: Place | None = None) -> None:
        super().__init__(message)
        if remedy:
            self.remedy = remedy
        if place is not None:
            self.place = place

    @property
    def message(self) -> str:
        """The text without the remedy."""
        return str(self.args[0]) if self.args else ""

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """The faults of a file, each with its place; other errors have none."""
        return ()

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on, None for what is not known.

        >>> PydeclError("no").to_json()["code"]
        'error'
        """
        return {
            "code": self.code,
            "exit_code": self.exit_code.value,
            "message": self.message,
            "remedy": self.remedy or None,
            "place": self.place and self.place.to_json(),
            "diagnostics": [one.to_json() for one in self.diagnostics],
        }

    def __str__(self) -> str:
        return f"{self.message}; {self.remedy}" if self.remedy else self.message

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return (self.args, self.__dict__) == (other.args, other.__dict__)

    def __hash__(self) -> int:
        return hash((type(self), self.args))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[PydeclError], arguments: tuple[Any, ...], fields: dict[str, Any]) -> PydeclError:
    """An error that was pickled or copied: its constructor may take other things than its message."""
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    error.__dict__.update(fields)
    return error


class InputError(PydeclError):
    """A usage, a file or a text that cannot be understood."""

    code = "input"


def unwritable(path: object, error: OSError) -> InputError:
    """What is said of a file or a folder that cannot be written.

    >>> print(unwritable("pile.pl", PermissionError(13, "Permission denied")))
    pile.pl: cannot be written: permission denied
    """
    return InputError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}")


@contextmanager
def writing(path: object) -> Iterator[None]:
    """What is done inside writes a file or a folder. Raises InputError where that fails."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from None


class PositionError(InputError):
    """A text or a term that is no position of the game."""

    code = "position"


FAULTS = {
    "both_to_move": "both players are to move in {0}",
    "neither_to_move": "no player is to move in {0}",
    "same_mover": "{1} is to move in {0}, and was to move in the position before it: players must alternate,"
    " unless the rules say moves_again",
    "not_a_function": "the rules are no function of the position: asked again, {0} gives other moves, another"
    " value or another player to move",
    "own_pass": "{0} looks like a pass: with moves_again no position may be pass(_, _)",
    "no_canonical": "canonical/2 fails for {0}",
    "canonical_not_ground": "what canonical/2 gives for {0} is no position: it contains a free variable or is"
    " cyclic",
    "asymmetric": "canonical/2 gives {1} for {0}, but {2}",
    "position_not_ground": "{0} is not a position: it contains a free variable or is cyclic",
    "no_list_of_moves": "{1} gives no proper list of successors in {0}",
    "no_value": "{1} gives no value for {0}",
    "several_values": "{3} gives two values for {0}: {1} and {2}",
    "value_is_no_number": "the static value of {0} is {1}, which is not a number",
    "unknown_value": "the value of {0} is unknown",
    "won_asked_of_min": "won can be asked only if MAX is to move, and in {0} MIN is",
    "value_beyond_win": "the static value of {0} is {1}: it must lie between -({2}) and {2}, WIN - MAX_PLY",
    "ply_beyond_max": "{0} is met at ply {1}, and MAX_PLY is {1}: plies must stay below it",
    "chance_and_player": "chance and {1} are to move in {0}: only one may be",
    "no_probability": "chance/3 gives {1} as a probability in {0}: expected an exact number above 0",
    "probabilities": "the probabilities of chance/3 in {0} add up to {1}, not to 1",
    "no_expectation": "the values that can follow {0} by chance have no finite mean",
    "convention": "{0}",
    "own_free": "{1}/{2} of the file, asked for {0}, asks about a variable where a position is needed",
    "own_failed": "{1}/{2} of the file fails for {0}",
    "own_no_value": "{1}/{2} of the file leaves the value of {0} unbound",
    "own_value": "{1}/{2} of the file gives {3} as the value of {0}, which is not a number",
    "own_no_best": "{1}/{2} of the file leaves the best successor of {0} unbound",
    "own_no_successor": "{1}/{2} of the file gives {3} as the best successor of {0}, which it is not",
    "own_exception": "{1}/{2} of the file raises an exception for {0}: {3}",
    "own_again": "{1}/{2} of the file answers twice for {0}, on backtracking: the value is {3}, then {4}",
    "exception": "the game's rules raised an exception: {0}",
    "cyclic": "the rules give a cyclic term, which has no end: {0}",
    "unreadable": "the game's rules give what is no plain term, such as a dictionary or a stream: {0}",
    "malformed_reply": "a reply has the wrong form: expected {0}, found {1}",
    "tampered": "the rules changed the programs that search them: their answers mean nothing",
    "no_picture": "position_picture//1 gives no list of parts for {0}",
    "no_part": "position_picture//1 draws {0} with {1}: {2}",
    "halts": "{0}",
    "position_too_large": "a position is too large to print: it takes more than {0} characters",
    "answer_too_large": "the answer is too large to print: it takes more than {0} characters",
    "died": "SWI-Prolog stopped unexpectedly ({0})",
    "native_died": "the machine code stopped unexpectedly ({0})",
    "texts_died": "the process that reads the rules stopped unexpectedly ({0})",
}
"""What can be wrong with a game, and how it is said; {0} is the position, if it is about one."""

ASKED = {"no_list_of_moves": "moves/2", "no_value": "staticval/2", "several_values": "staticval/2"}
"""The predicate whose answer is wrong; rules under another convention tell its name as the last detail."""

REMEDIES = dict.fromkeys(("position_not_ground", "cyclic", "unreadable"), "'pydecl check' names the clause")
"""What to do next, of faults whose message has no place."""


class ContractError(PydeclError):
    """The game breaks its contract: the mover, the value, a position that is not ground, an exception.

    `fault` is a key of FAULTS, and is the error's code. Two engines that find the same fault raise equal
    errors. `place`, which is known of some exceptions, does not count.

    >>> print(ContractError("no_value", "a"))
    staticval/2 gives no value for a
    """

    exit_code = Exit.BROKEN_CONTRACT

    def __init__(self, fault: str, *details: str, place: Place | None = None, remedy: str = "") -> None:
        self.fault = fault
        self.code = fault
        self.details = details
        remedy = remedy or REMEDIES.get(fault, "")
        said = FAULTS[fault].format(*(_shortened(d) for d in details), ASKED.get(fault))
        super().__init__(f"{said} ({place})" if place else said, place=place, remedy=remedy)

    def in_words_of(self, names: Mapping[str, str]) -> ContractError:
        """The error with what the author of the rules calls the predicate whose answer is wrong.

        >>> print(ContractError("no_value", "a").in_words_of({"staticval/2": "utility/2"}))
        utility/2 gives no value for a
        """
        name = names.get(ASKED.get(self.fault, ""))
        if name is None or name in self.details:
            return self
        return ContractError(self.fault, *self.details, name, place=self.place, remedy=self.remedy)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ContractError) and (self.fault, self.details) == (other.fault, other.details)

    def __hash__(self) -> int:
        return hash((self.fault, self.details))


def _shortened(text: str) -> str:
    return text if len(text) <= 400 else text[:400] + "…"


class LimitError(PydeclError):
    """Time, memory or a bound on the number of positions ran out."""

    exit_code = Exit.LIMIT
    code = "limit"


class SystemLimitError(LimitError):
    """The system gives pydecl itself too little, such as open files: no verdict on anybody's work."""

    code = "system_limit"


class OutOfMemoryError(LimitError):
    """The limit of memory was reached."""

    code = "memory"


class NumberTooLargeError(LimitError):
    """Machine code met a whole number that 64 bits do not hold."""

    code = "number_too_large"


class NoCompilerError(InputError):
    """There is no C compiler that works, and what would bring one."""

    code = "no_compiler"


class NotCompiledError(InputError):
    """The rules hold what machine code does not cover; the text says what and where."""

    code = "not_compiled"


class TooLongToCompileError(NotCompiledError):
    """The text of the rules is longer than what is compiled: a limit, whatever the rules hold."""

    exit_code = Exit.LIMIT
    code = "too_long_to_compile"


class UnfitError(PydeclError):
    """Compiled rules cannot answer this question, and SWI-Prolog may; the text says why."""

    code = "unfit"


class UntoldError(UnfitError):
    """A term holds what the rules from which the machine code was made do not tell."""

    code = "untold"


class BuildError(PydeclError):
    """A C compiler refused a text, or what it made cannot be loaded."""

    code = "build"


class StoppedError(PydeclError):
    """The user interrupted."""

    exit_code = Exit.INTERRUPTED
    code = "interrupted"


class InternalFault(PydeclError):  # noqa: N818  it is what the reader is told
    """An exception that nobody foresaw: pydecl's own fault, and no verdict; see `errors/unforeseen.py`."""

    exit_code = Exit.INTERNAL_FAULT
    code = "internal_fault"


class PrologUnavailableError(PydeclError):
    """SWI-Prolog or pyswip cannot be used on this machine."""

    exit_code = Exit.NO_PROLOG
    code = "no_prolog"


@dataclass(frozen=True)
class Diagnostic:
    """One finding about a place in a text; line and column count from 1, 0 is 'unknown'.

    What the file's name and the line hold is shown escaped, and the caret stands under the place still.

    >>> print(Diagnostic("g.pl", 1, 7, "illegal start of term", "move(a,)."))
    g.pl:1:7: illegal start of term
      move(a,).
            ^
    """

    file: str
    line: int
    column: int
    message: str
    source_line: str = ""
    code: str = ""
    """What `pydecl check --explain` explains."""

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place(self.file, self.line, self.column)

    @property
    def remedy(self) -> str:
        """What to do next."""
        return f"'pydecl check --explain {self.code}' explains it" if self.code else ""

    def to_json(self) -> dict[str, Any]:
        """Its fields and those of its place, None for what is not known."""
        told = {"code": self.code or None, "message": self.message, "remedy": self.remedy or None}
        return {**told, **self.place.to_json(), "source_line": self.source_line or None}

    def __str__(self) -> str:
        head = f"{self.place}: {self.message}" + (f" [{self.code}]" if self.code else "")
        if not self.source_line:
            return head
        caret = f"\n  {lead(self.source_line, self.column)}^" if self.column else ""
        return f"{head}\n  {shown_line(self.source_line)}{caret}"


def shown_line(line: str) -> str:
    """A line of a file as it is shown above a caret; tabs stay."""
    return escaped_lines(line.replace("\n", ""))


def lead(line: str, column: int) -> str:
    """What stands under a shown line before a column, which counts from 1: blanks, and tabs under tabs.

    >>> lead("a\\x1b\\tb", 4)
    '       \\t'
    """
    return "".join("\t" if char == "\t" else " " for char in shown_line(line[: column - 1]))


class SourceError(InputError):
    """One or more faults in a file, each with its place; place and remedy are those of the first."""

    code = "source"

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self._diagnostics = diagnostics
        super().__init__("\n".join(str(d) for d in diagnostics))
        for first in diagnostics[:1]:
            self.place, self.remedy = first.place, first.remedy

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        return self._diagnostics

    def __str__(self) -> str:
        return self.message


CLOSE = 0.6
"""How close a name has to be to be meant, from 0 to 1."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is nearest to a name; None if none is near."""
    from difflib import get_close_matches  # late: few names are unknown

    return next(iter(get_close_matches(name.lower(), list(known), 1, CLOSE)), None)


def meant(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """A question that names the nearest, as the remedy of an error; or else another remedy.

    >>> meant("serch", ["search", "solve", "trace"])
    "did you mean 'search'?"
    >>> meant("xyz", ["search"])
    ''
    """
    near = nearest(name, known)
    return otherwise if near is None else f"did you mean {near!r}?"
