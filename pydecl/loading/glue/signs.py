"""Who has won where nothing names the winner: whom the program's own value is for, when the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.ends import WINNER, Ending, Looking
from pydecl.loading.glue.playing import Played
from pydecl.loading.glue.program import Program
from pydecl.loading.glue.rule import ME, substituted
from pydecl.loading.glue.slices import conjunction
from pydecl.loading.glue.values import VALUE, asked, value_goals
from pydecl.model.term import Compound

FEWEST = 2
"""How many games must end with a value that is not 0."""


def signed(
    program: Program, chosen: Chosen, games: Sequence[Played], over: Ending, looking: Looking
) -> Ending | None:
    """The end of a game as one that is won by whom the value there is for; None if no value fits.

    One fits if it is, wherever the games end, for who has just moved, or for nobody.
    """
    last = looking.first_held(over, games)
    for key, goal in value_goals(program, chosen):
        values = asked(looking.sampler, chosen, goal, last)
        if None in values:
            continue
        signs = [
            (1 if value > 0 else -1) * (1 if position.turn == 1 else -1)
            for position, value in zip(last, values, strict=True)
            if value
        ]
        if len(signs) < FEWEST or len(set(signs)) > 1:
            continue
        given = {} if chosen.rule.pair is None else {ME.name: chosen.rule.pair.first}
        sign = Compound("=:=", (Compound("sign", (VALUE,)), WINNER))
        told = conjunction([over.goal, substituted(goal, given), sign])
        why = f"{over.why}; the sign of what {key} gives then is that of who has just moved, or 0"
        return replace(over, goal=told, players=(signs[0], -signs[0]), kind="line", why=why)
    return None
