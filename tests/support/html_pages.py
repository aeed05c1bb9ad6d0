"""What a page of HTML consists of."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

Attributes = list[tuple[str, str | None]]


class Tags(HTMLParser):
    """The tags of a page, its texts, and what there is inside of its scripts and styles."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.inline = ""
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self.tags and self.tags[-1][0] in ("script", "style"):
            self.inline += data.strip()

    def values(self, key: str, *tags: str) -> list[str]:
        """What an attribute says, wherever it is, or at these tags."""
        return [str(told[key]) for tag, told in self.tags if told.get(key) and (not tags or tag in tags)]
