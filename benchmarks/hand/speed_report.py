"""What was measured, as Markdown, a section of a page between two markers, and as a picture."""

from __future__ import annotations

import math
import os
import platform
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydecl.benchmarking.measuring import Line, Table, geometric_means, significant
from pydecl.errors import InputError
from pydecl.workbench.drawing.svg import Markup, document, element

BEGIN, END = "<!-- engines: begin -->", "<!-- engines: end -->"


def machine() -> str:
    """The machine that this runs on."""
    return (
        f"{os.cpu_count()} cores of {_processor()}, {platform.system()}, Python {platform.python_version()}"
    )


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def markdown(tables: Sequence[Table], command: str, versions: Sequence[str]) -> str:
    """The section's text, a table with a row for each task; a task that no contender did has no row.

    Raises InputError if there is no other.
    """
    tables = [table for table in tables if table.lines]
    if not tables:
        raise InputError("nothing was measured: none of the contenders does any of the tasks")
    rounds = len(tables[0].lines[0].seconds)
    names = list(dict.fromkeys(line.contender for table in tables for line in table.lines))
    means = geometric_means(tables)
    return "\n".join(
        [
            f"`{command}`, on {machine()}; {', '.join(versions)}. {rounds} rounds in turn, processor time,"
            " medians. 'K/s' has thousands of nodes a second of the contender with the ratio 1; the others"
            " have their ratio to it. Brackets hold the nodes of those that visit other nodes. The means"
            f" cover the searches of {tables[0].lines[0].contender}.\n",
            f"| search | nodes | K/s | {' | '.join(names)} |",
            "|---" * (3 + len(names)) + "|",
            *(_row(table, names) for table in tables),
            f"| geometric mean | | |{''.join(_cell(_mean(means.get(name))) for name in names)}",
            "",
        ]
    )


def _row(table: Table, names: Sequence[str]) -> str:
    first, lines = table.lines[0], {line.contender: line for line in table.lines}
    ratios = "".join(_cell(_ratio(lines.get(name), first)) for name in names)
    return f"| {table.task} | {table.nodes:,} | {significant(first.rate / 1000)} |{ratios}"


def _cell(text: str) -> str:
    return f" {text} |" if text else " |"


def _ratio(line: Line | None, first: Line) -> str:
    """How many times as fast as the first, with the nodes of one that visits its own."""
    if line is None:
        return ""
    ratio = significant(statistics.median(line.ratios(first)))
    return ratio if line.alike else f"{ratio} ({line.nodes:,})"


def _mean(found: tuple[float, int] | None) -> str:
    return significant(found[0]) if found else ""


def replaced(page: str, section: str) -> str:
    """The page with another text between the markers.

    >>> replaced("a\\n<!-- engines: begin -->\\nb\\n<!-- engines: end -->\\n", "c\\n")
    'a\\n<!-- engines: begin -->\\nc\\n<!-- engines: end -->\\n'
    """
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise InputError(f"the page must have one {BEGIN} and one {END}")
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{section}{END}{rest.partition(END)[2]}"


LEFT, RIGHT, WIDE = 190, 90, 460
"""In pixels: room for names, room for numbers, and the bars' own."""

BAR, GAP, HEAD = 16, 5, 30
"""The height of a bar, what is between two, and what stands above a task's first."""

TOP, FOOT = 12, 30

COLOURS = (
    *("#4269d0", "#97bbf5", "#2c7a3d", "#7fcf8c", "#7b3fc4", "#a463f2", "#d4b3fa"),
    *("#d9661f", "#efb118", "#f7d88a", "#6b7280", "#a8adb5", "#9c6b4e"),
)
"""A contender's colour goes by its place among all."""

TITLE = "Nodes a second"

STYLE = """
text { font-size: 12px }
.task { font-weight: bold }
.whisker { stroke: #1a1a1a }
.scale { stroke: #dddddd }
@media (prefers-color-scheme: dark) {
  .whisker { stroke: #ececec }
  .scale { stroke: #3a3d44 }
}
"""


def svg(tables: Sequence[Table]) -> str:
    """The picture; numbers are nodes a second, whiskers go from the least to the most."""
    names = list(dict.fromkeys(line.contender for table in tables for line in table.lines))
    rates = [rate for table in tables for line in table.lines for rate in line.rates]
    low, high = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))
    height = TOP + FOOT + sum(HEAD + len(table.lines) * (BAR + GAP) for table in tables)
    width = LEFT + WIDE + RIGHT
    parts = [element("rect", class_="page", width=width, height=height), *_scale(low, high, height)]
    y: float = TOP
    for table in tables:
        parts.append(element("text", f"{table.task}: {table.nodes:,} nodes", x=6, y=y + 18, class_="task"))
        y += HEAD
        for line in table.lines:
            colour = COLOURS[names.index(line.contender) % len(COLOURS)]
            least, middle, most = (
                _place(rate, low, high) for rate in (min(line.rates), line.rate, max(line.rates))
            )
            centre = y + BAR / 2
            parts += [
                element("text", line.contender, x=LEFT - 8, y=centre + 4, text_anchor="end"),
                element("rect", x=LEFT, y=y, width=middle - LEFT, height=BAR, fill=colour),
                element("line", x1=least, y1=centre, x2=most, y2=centre, class_="whisker"),
                element("text", significant(line.rate), x=most + 6, y=centre + 4),
            ]
            y += BAR + GAP
    return document(parts, "chart", box=(width, height), title=TITLE, summary=_summary(tables), style=STYLE)


def _summary(tables: Sequence[Table]) -> str:
    """What the bars show, in words."""
    return "; ".join(
        f"{table.task}: {', '.join(f'{one.contender} {significant(one.rate)}' for one in table.lines)}"
        for table in tables
    )


def _place(rate: float, low: int, high: int) -> float:
    """Where on the scale, in pixels from the left."""
    return LEFT + WIDE * (math.log10(rate) - low) / (high - low)


def _short(power: int) -> str:
    """A power of ten in few letters.

    >>> _short(2), _short(4), _short(7), _short(9)
    ('100', '10k', '10M', '1G')
    """
    thousands = max(0, power // 3)
    return f"{10 ** (power - 3 * thousands):g}{'kMGT'[thousands - 1] if thousands else ''}"


def _scale(low: int, high: int, height: int) -> Iterator[Markup]:
    foot = height - FOOT
    for power in range(low, high + 1):
        x = _place(10**power, low, high)
        yield element("line", x1=x, y1=TOP, x2=x, y2=foot, class_="scale")
        yield element("text", _short(power), x=x, y=foot + 16, text_anchor="middle")
    yield element("text", "nodes a second", x=6, y=foot + 16)
