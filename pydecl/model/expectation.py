"""What a position of a game of chance is worth: between two bounds."""

from __future__ import annotations

from dataclasses import dataclass

ROUNDING = 1e-12
"""What the rounding of doubles may add up to."""


@dataclass(frozen=True)
class Expectation:
    """What a position is worth for MAX under best play: between two bounds, from -1, lost, to 1, won.

    >>> str(Expectation(0.25, 0.25)), str(Expectation(0.5, 0.5000001)), str(Expectation(-0.5, 0.5))
    ('0.25', '0.50000005 ± 5e-08', '0 ± 0.5')
    """

    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.lower + self.upper) / 2

    @property
    def gap(self) -> float:
        """How far apart the bounds are."""
        return max(0.0, self.upper - self.lower)

    def agrees(self, other: object) -> bool:
        """Whether both may be right: their bounds have something in common, but for the rounding of doubles.

        >>> one = Expectation(0.1, 0.2)
        >>> one.agrees(Expectation(0.2, 0.3)), one.agrees(Expectation(0.3, 0.3))
        (True, False)
        """
        if not isinstance(other, Expectation):
            return False
        return self.lower <= other.upper + ROUNDING and other.lower <= self.upper + ROUNDING

    def a_ply_earlier(self) -> Expectation:
        """What the position before is worth if the move leads here: plies do not count."""
        return self

    def to_json(self) -> dict[str, float]:
        """The fields that other programs may rely on."""
        return {"value": self.value, "lower": self.lower, "upper": self.upper}

    def __str__(self) -> str:
        return number_text(self.value, self.gap) + (f" ± {self.gap / 2:.2g}" if self.gap else "")


def number_text(value: float, gap: float) -> str:
    """A value with as many places as its gap lets be told, ten at the most.

    >>> number_text(1 / 3, 0.0), number_text(1 / 3, 1e-5), number_text(-0.0, 0.0)
    ('0.3333333333', '0.333333', '0')
    """
    places = 10
    while places > 1 and 10.0 ** -(places - 1) < gap / 10:
        places -= 1
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
