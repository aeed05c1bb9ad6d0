"""Lecture 20: the Prisoner's Dilemma."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pydecl.claims.claim import Claims, Found, Lecture, by_reading, command, found
from pydecl.claims.workshop import Workshop
from pydecl.tournaments.dilemma import (
    AXELROD,
    LECTURE,
    PAIRS,
    YEARS,
    Standings,
    every_history,
    induction,
    play,
    round_robin,
)
from pydecl.tournaments.strategies import STRATEGIES, Choice

dilemma = Claims(Lecture.LECTURE20, "Games: the Prisoner's Dilemma")

SILENT, TELL = Choice.SILENT, Choice.TELL

ROUNDS, HISTORIES = 100, 4


@dilemma.add(
    "l20-non-zero", "This example is obviously non-zero sum.", "the table of years: both players' together"
)
def _non_zero(_shop: Workshop) -> Found:
    sums = {" and ".join(choice.value for choice in pair): -sum(years) for pair, years in YEARS.items()}
    witness = ", ".join(f"{pair} {total}" for pair, total in sums.items())
    return found(len(set(sums.values())) > 1, witness)


@dilemma.add(
    "l20-better-to-tell",
    "if this game was played any pre-arranged number of times than it is better to tell",
    f"both reason backwards: 1 to {ROUNDS} rounds, and up to {HISTORIES} rounds the game after every history",
)
def _better_to_tell(_shop: Workshop) -> Found:
    steps = induction(LECTURE, ROUNDS)
    told = all(step.choices == (TELL, TELL) and min(step.gains) > 0 for step in steps)
    subgames = 0
    for rounds in range(1, HISTORIES + 1):
        solved = every_history(LECTURE, rounds)
        subgames += solved.subgames
        told = told and solved.outcomes == (((TELL, TELL),) * rounds,) and not solved.exceptions
    one, other = steps[0].gains
    witness = (
        f"telling brings {one} or {other} years less, and so in each of {subgames} games after a history"
    )
    return found(told, witness, command("dilemma", years=True, backward=10))


@dilemma.add(
    "l20-unknown-number",
    "if the players are not told how many times the game will be played they may be able to find a better"
    " strategy",
    "after each round there is another with probability 9/10: against tit for tat, and by tit for tat",
)
def _unknown_number(_shop: Workshop) -> Found:
    again = Fraction(9, 10)
    plans = {plan: against_tit_for_tat(plan, again) for plan in PAIRS}
    silence = plans[SILENT, SILENT]
    telling = Fraction(LECTURE.punishment) / (1 - again)
    short = {plan: against_tit_for_tat(plan, Fraction(1, 10)) for plan in PAIRS}
    witness = f"silence {silence} years on average, the best of {len(plans)} plans; both telling {telling}"
    witness += f"; with 1/10 silence brings {short[SILENT, SILENT]}, the best plan {max(short.values())}"
    return found(silence == max(plans.values()) and silence > telling, witness)


def against_tit_for_tat(plan: tuple[Choice, Choice], again: Fraction) -> Fraction:
    """What a plan gains against tit for tat: what it does where that is about to be silent, or to tell.

    >>> against_tit_for_tat((Choice.TELL, Choice.TELL), Fraction(1, 2))
    Fraction(-6, 1)
    """
    when_silent, when_telling = plan
    if when_silent is SILENT:
        return LECTURE.reward / (1 - again)
    if when_telling is TELL:
        return LECTURE.temptation + again * LECTURE.punishment / (1 - again)
    return (LECTURE.temptation + again * LECTURE.sucker) / (1 - again**2)


@dilemma.add(
    "l20-repeats",
    "stayed silent on the first run and afterwards just repeated whatever the opponent did in the previous"
    " move",
    "the bundled tit_for_tat, 50 rounds against each of the others",
)
def _repeats(_shop: Workshop) -> Found:
    for other in STRATEGIES:
        match = play("tit_for_tat", other, 50)
        if match.firsts != (SILENT, *match.seconds[:-1]):
            return found(False, f"against {other}")
    return found(True, f"{len(STRATEGIES)} opponents")


RANDOM = ("joss", "generous_tit_for_tat", "random")
FIELDS: Mapping[str, Sequence[str]] = {
    "all that are bundled": tuple(STRATEGIES),
    "without those that choose at random": tuple(name for name in STRATEGIES if name not in RANDOM),
    "with always_silent and always_tell": ("tit_for_tat", "always_silent", "always_tell"),
    "with grudger, random and always_tell": ("tit_for_tat", "grudger", "random", "always_tell"),
}


@dilemma.add(
    "l20-winner",
    "the winner was a procedure which did tit-for-tat",
    "the lecture does not say who else took part; 200 rounds, the usual points: does tit_for_tat win here?",
)
def _winner(_shop: Workshop) -> Found:
    readings = {}
    for name, names in FIELDS.items():
        matches = list(round_robin(names, 200, Fraction(0), 1, play))
        ranked = Standings(names, matches, AXELROD, 200).ranked()
        first = [strategy for strategy, points, _ in ranked if points == ranked[0][1]]
        readings[f"{name}, first is {' and '.join(first)}"] = first == ["tit_for_tat"]
    return by_reading(readings, command("dilemma"))
