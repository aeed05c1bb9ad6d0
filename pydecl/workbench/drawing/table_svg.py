"""A table as SVG: such as a tournament's, players by players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.svg import MARGIN, SIZE, SMALL, Markup, element, heading, heading_width, rules

ROW, SPACE = 28.0, 18.0
"""How high a row is, and what is free between two columns."""


@dataclass(frozen=True)
class Table:
    """A title, a header and rows of as many texts; the columns in `left` are set to the left, others right.

    `shares` are from 0 to 1, by row and column, and shade a cell; None is a cell for which there is none.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: frozenset[int] = frozenset()
    notes: Sequence[str] = ()
    shares: Mapping[tuple[int, int], float | None] = field(default_factory=dict)

    def text(self) -> str:
        """The same as text."""
        lines = [self.columns, *self.rows]
        wide = [max(svg.cells(line[column]) for line in lines) for column in range(len(self.columns))]
        told = [
            "  ".join(
                " " * (wide[at] - svg.cells(one)) * (at not in self.left)
                + one
                + " " * (wide[at] - svg.cells(one)) * (at in self.left)
                for at, one in enumerate(line)
            ).rstrip()
            for line in lines
        ]
        return "\n".join([self.title, "", *told, *(["", *self.notes] if self.notes else [])])


def table_svg(table: Table) -> str:
    """The picture."""
    lines = [table.columns, *table.rows]
    widths = [
        max(svg.width(line[column], SIZE) * 1.02 for line in lines) + SPACE
        for column in range(len(table.columns))
    ]
    edges = [MARGIN, *(MARGIN + wide for wide in accumulate(widths))]
    notes = list(table.notes)
    top = MARGIN + SIZE + SMALL * 1.8 * len(notes) + SIZE
    wide = max(edges[-1] + MARGIN, heading_width(table.title, notes))
    high = top + ROW * len(lines) + MARGIN
    parts = [
        element("rect", class_="page", width=wide, height=high),
        *heading(table.title, notes, MARGIN + SIZE),
        *_cells(table.columns, table.left, edges, top, "head"),
    ]
    for number, row in enumerate(table.rows):
        y = top + ROW * (number + 1)
        if number % 2:
            parts.append(
                element("rect", class_="stripe", x=MARGIN, y=y, width=edges[-1] - MARGIN, height=ROW)
            )
        parts += [
            element(
                "rect",
                class_="none" if share is None else "share",
                opacity=None if share is None else 0.08 + 0.37 * share,
                x=edges[column] + 1,
                y=y + 1,
                width=widths[column] - 2,
                height=ROW - 2,
            )
            for (row, column), share in table.shares.items()
            if row == number
        ]
        parts += _cells(row, table.left, edges, y, None)
    rule = top + ROW
    parts.append(element("line", class_="rule", x1=MARGIN, y1=rule, x2=edges[-1], y2=rule))
    summary = "; ".join(", ".join(filter(None, row)) for row in table.rows)
    return svg.document(
        parts, "table", box=(wide, high), title=table.title, summary=summary, style=rules("table")
    )


def _cells(
    texts: Sequence[str], left: frozenset[int], edges: Sequence[float], y: float, class_: str | None
) -> list[Markup]:
    found = []
    for column, text in enumerate(texts):
        is_left = column in left
        x = edges[column] + SPACE / 2 if is_left else edges[column + 1] - SPACE / 2
        anchor = None if is_left else "end"
        found.append(
            element("text", text, class_=class_, x=x, y=y + ROW * 0.66, font_size=SIZE, text_anchor=anchor)
        )
    return found
