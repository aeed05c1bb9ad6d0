"""What was measured, as a picture: SVG with a bar for each contender at each task, on a logarithmic scale."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from pydecl.benchmarking.measuring import Table
from pydecl.benchmarking.report import significant

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


def svg(tables: Sequence[Table]) -> str:
    """The picture; numbers are nodes a second, whiskers go from the least to the most."""
    names = list(dict.fromkeys(line.contender for table in tables for line in table.lines))
    rates = [rate for table in tables for line in table.lines for rate in line.rates]
    low, high = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))
    height = TOP + FOOT + sum(HEAD + len(table.lines) * (BAR + GAP) for table in tables)
    width = LEFT + WIDE + RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *_scale(low, high, height),
    ]
    y = TOP
    for table in tables:
        title = escape(f"{table.task}: {table.nodes:,} nodes")
        parts.append(f'<text x="6" y="{y + 18}" font-weight="bold">{title}</text>')
        y += HEAD
        for line in table.lines:
            colour = COLOURS[names.index(line.contender) % len(COLOURS)]
            least, middle, most = (
                _place(rate, low, high) for rate in (min(line.rates), line.rate, max(line.rates))
            )
            centre = y + BAR / 2
            parts += [
                f'<text x="{LEFT - 8}" y="{centre + 4}" text-anchor="end">{escape(line.contender)}</text>',
                f'<rect x="{LEFT}" y="{y}" width="{middle - LEFT:.1f}" height="{BAR}" fill="{colour}"/>',
                f'<path d="M{least:.1f} {centre}H{most:.1f}" stroke="black"/>',
                f'<text x="{most + 6:.1f}" y="{centre + 4}">{significant(line.rate)}</text>',
            ]
            y += BAR + GAP
    return "\n".join([*parts, "</svg>"]) + "\n"


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


def _scale(low: int, high: int, height: int) -> Iterator[str]:
    for power in range(low, high + 1):
        x = _place(10**power, low, high)
        yield f'<path d="M{x:.1f} {TOP}V{height - FOOT}" stroke="#ddd"/>'
        yield f'<text x="{x:.1f}" y="{height - FOOT + 16}" text-anchor="middle">{_short(power)}</text>'
    yield f'<text x="6" y="{height - FOOT + 16}">nodes a second</text>'
