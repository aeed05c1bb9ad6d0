"""What a session asks its child process, and what it may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.model.term import PrologString, Term, term_text

MEMORY = 2048
"""What the rules may use where nothing else is said, in MiB."""


@dataclass(frozen=True)
class TextRequest:
    """A request with a long text among its arguments, which crosses as it is: `before`, the text, `after`.

    The child makes a string of it; here that would take several times its length.
    """

    before: str
    text: bytes
    after: str

    @property
    def parts(self) -> Sequence[bytes]:
        """What is sent: a text has no NUL."""
        before, after = (part.encode("utf-8", "surrogatepass") for part in (self.before, self.after))
        return before, b"\0", self.text, b"\0", after

    def __str__(self) -> str:
        """The request as canonical text."""
        return f"{self.before}{term_text(PrologString(self.text.decode()))}{self.after}"


Request = Term | str | TextRequest
"""A term, its canonical text, or one with a long text."""


def request_text(request: Request) -> str | TextRequest:
    """A request as it is kept: a term as canonical text."""
    return request if isinstance(request, str | TextRequest) else term_text(request)


def payload(request: str | TextRequest) -> Sequence[bytes]:
    """What is sent."""
    return request.parts if isinstance(request, TextRequest) else (request.encode("utf-8", "surrogatepass"),)
