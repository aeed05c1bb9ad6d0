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
    """The section's text; a task that no contender did has no place in it.

    Raises InputError if there is no other.
    """
    tables = [table for table in tables if table.lines]
    if not tables:
        raise InputError("nothing was measured: none of the contenders does any of the tasks")
    rounds = len(tables[0].lines[0].seconds)
    parts = [
        f"`{command}`, on {machine()}; {', '.join(versions)}. {rounds} rounds in turn,"
        " processor time; medians, and in brackets the least and the most. All visit the same nodes, but for"
        " those beside whose name their own are told.\n"
    ]
    for table in tables:
        first = table.lines[0].contender
        parts.append(f"### {table.task}: {table.nodes:,} nodes\n")
        parts.append(f"| contender | nodes a second | times {first} |\n| --- | --- | --- |")
        parts += [_row(line, table) for line in table.lines]
        parts.append("")
    parts.append("### Geometric means\n")
    parts.append(f"| contender | times {tables[0].lines[0].contender} | tasks |\n| --- | --- | --- |")
    for name, (mean, count) in geometric_means(tables).items():
        parts.append(f"| {name} | {significant(mean)} | {count} |")
    return "\n".join(parts) + "\n"


def _row(line: Line, table: Table) -> str:
    name = line.contender if line.alike else f"{line.contender}, its own {line.nodes:,} nodes"
    return f"| {name} | {significant(line.rate)} | {spread(line.ratios(table.lines[0]))} |"


def replaced(page: str, section: str) -> str:
    """The page with another text between the markers.

    >>> replaced("a\\n<!-- engines: begin -->\\nb\\n<!-- engines: end -->\\n", "c\\n")
    'a\\n<!-- engines: begin -->\\nc\\n<!-- engines: end -->\\n'
    """
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise InputError(f"the page must have one {BEGIN} and one {END}")
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{section}{END}{rest.partition(END)[2]}"
