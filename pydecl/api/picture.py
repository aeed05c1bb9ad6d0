"""A picture: what its file would hold, and how a notebook shows it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydecl.errors import InputError


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture of a search, a proof or a position; in a notebook it shows itself.

    `content` is what its file would hold, `kind` the end of that file's name (svg, html, png, dot, tex, txt).

    >>> import pydecl
    >>> picture = pydecl.board("nim:heaps=[1,2]", kind="txt")
    >>> print(picture.title, picture, sep="\\n")
    nim:heaps=[1,2]: 1/2 max
    1: |   1
    2: ||  2
    max to move
    """

    content: bytes
    kind: str
    title: str

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.content)} bytes of {self.kind}>"

    def __str__(self) -> str:
        return self.content.decode("utf-8", "replace")

    def save(self, path: str | Path) -> Path:
        """Write it to a file, whose name ends as its kind does, and give the file's path.

        Raises:
            InputError: the name ends otherwise.
        """
        target = Path(path)
        if target.suffix.lower() != f".{self.kind}":
            raise InputError(f"{target}: the name of a picture of the kind {self.kind} ends in .{self.kind}")
        target.write_bytes(self.content)
        return target

    def to_json(self) -> dict[str, str]:
        """The fields that other programs may rely on; pixels are not text, and so are not in it."""
        text = {} if self.kind == "png" else {"content": str(self)}
        return {"title": self.title, "kind": self.kind, **text}

    def _repr_svg_(self) -> str | None:
        return str(self) if self.kind == "svg" else None

    def _repr_html_(self) -> str | None:
        return str(self) if self.kind == "html" else None

    def _repr_png_(self) -> bytes | None:
        return self.content if self.kind == "png" else None
