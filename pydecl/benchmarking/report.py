"""What was measured, as Markdown: a section of a page, between two markers."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from pathlib import Path

from pydecl.benchmarking.measuring import Line, Table, geometric_means
from pydecl.errors import InputError

BEGIN, END = "<!-- engines: begin -->", "<!-- engines: end -->"


def significant(number: float) -> str:
    """Three digits that count.

    >>> significant(0.01234), significant(12.34), significant(1234.5), significant(26_123_456)
    ('0.0123', '12.3', '1,230', '26,100,000')
    """
    text = f"{number:.3g}"
    return f"{float(text):,.0f}" if abs(number) >= 100 else text


def spread(ratios: Sequence[float]) -> str:
    """The median of some ratios; of several, the least and the most of them, too."""
    if len(ratios) == 1:
        return significant(ratios[0])
    least, most = significant(min(ratios)), significant(max(ratios))
    return f"{significant(statistics.median(ratios))} ({least} to {most})"


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
