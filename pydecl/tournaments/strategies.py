"""Strategies for the iterated Prisoner's Dilemma: the twins of `prolog/dilemma/strategies.pl`.

A strategy is a generator: it yields its next choice, and is sent what came of the round, its own choice and
the other's (noise may have changed both). It remembers what it needs, where the Prolog clauses look at the
whole history.

>>> player = STRATEGIES["tit_for_tat"]()
>>> next(player).value, player.send((Choice.SILENT, Choice.TELL)).value
('silent', 'tell')
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import count


class Choice(Enum):
    """What a prisoner does."""

    SILENT = "silent"
    TELL = "tell"

    @property
    def opposite(self) -> Choice:
        return Choice.TELL if self is Choice.SILENT else Choice.SILENT


@dataclass(frozen=True)
class Mixed:
    """Silent with this probability, from 0 to 1, and tell otherwise."""

    probability: Fraction


SILENT, TELL = Choice.SILENT, Choice.TELL

Plan = Generator[Choice | Mixed, tuple[Choice, Choice], None]


def tit_for_tat(last: Choice = SILENT) -> Plan:
    """The other's last choice, silent at first."""
    while True:
        _, last = yield last


def always_tell() -> Plan:
    """Whatever happens."""
    while True:
        yield TELL


def always_silent() -> Plan:
    """Whatever happens."""
    while True:
        yield SILENT


def grudger() -> Plan:
    """Silent until the other tells, then tells for ever."""
    other = SILENT
    while other is SILENT:
        _, other = yield SILENT
    yield from always_tell()


def tit_for_two_tats() -> Plan:
    """Tells while the other's run of telling is two or longer."""
    run = 0
    while True:
        _, other = yield TELL if run >= 2 else SILENT
        run = run + 1 if other is TELL else 0


def two_tits_for_tat() -> Plan:
    """Owes two times telling after each time that the other has told."""
    owed = 0
    while True:
        _, other = yield TELL if owed else SILENT
        owed = 2 if other is TELL else max(owed - 1, 0)


def suspicious_tit_for_tat() -> Plan:
    """The other's last choice, telling at first."""
    yield from tit_for_tat(TELL)


def pavlov() -> Plan:
    """Win-stay, lose-shift: silent exactly if both did the same."""
    alike = True
    while True:
        own, other = yield SILENT if alike else TELL
        alike = own is other


def alternator() -> Plan:
    """The opposite of what it did itself."""
    own = TELL
    while True:
        own, _ = yield own.opposite


def go_by_majority(ahead: int = 1) -> Plan:
    """Tells where the other has told more often than not, `ahead` times at least."""
    lead = 0
    while True:
        _, other = yield TELL if lead >= ahead else SILENT
        lead += 1 if other is TELL else -1


def hard_majority() -> Plan:
    """Tells where the other has told at least as often as not."""
    yield from go_by_majority(0)


def prober() -> Plan:
    """Tells, is silent twice, and exploits who stayed silent in the second and third round."""
    yield TELL
    _, second = yield SILENT
    _, last = yield SILENT
    yield from always_tell() if second is SILENT and last is SILENT else tit_for_tat(last)


def handshake() -> Plan:
    """Silent, then tells; then silent for ever if the other did the same."""
    _, first = yield SILENT
    _, second = yield TELL
    yield from always_silent() if (first, second) == (SILENT, TELL) else always_tell()


def davis() -> Plan:
    """Silent for ten rounds; then it tells once the other has ever told."""
    told = False
    for rounds in count():
        _, other = yield TELL if told and rounds >= 10 else SILENT
        told = told or other is TELL


def bully() -> Plan:
    """The opposite of the other's last choice, telling at first."""
    last = SILENT
    while True:
        _, last = yield last.opposite


def joss() -> Plan:
    """Tit for tat that is silent after silence nine times in ten only."""
    _, other = yield SILENT
    while True:
        _, other = yield TELL if other is TELL else Mixed(Fraction(9, 10))


def generous_tit_for_tat() -> Plan:
    """Tit for tat that stays silent after telling one time in three."""
    other = SILENT
    while True:
        _, other = yield SILENT if other is SILENT else Mixed(Fraction(1, 3))


def random() -> Plan:
    """Either, with equal probability."""
    while True:
        yield Mixed(Fraction(1, 2))


STRATEGIES: Mapping[str, Callable[[], Plan]] = {
    plan.__name__: plan
    for plan in (
        *(tit_for_tat, always_tell, always_silent, grudger, tit_for_two_tats, two_tits_for_tat),
        *(suspicious_tit_for_tat, pavlov, alternator, go_by_majority, hard_majority, prober, handshake),
        *(davis, bully, joss, generous_tit_for_tat, random),
    )
}
"""By name, in the order of the Prolog file."""
