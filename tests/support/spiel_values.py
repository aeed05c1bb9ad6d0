"""The value of a state of OpenSpiel's for player 0, by the definition: what best play makes of it."""

from __future__ import annotations

import pyspiel


def best_value(state: pyspiel.State) -> float:
    """The value, by a walk of the whole tree."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        chances = state.chance_outcomes()
        return sum((chance * best_value(state.child(action)) for action, chance in chances), 0.0)
    best = max if state.current_player() == 0 else min
    return best(best_value(state.child(action)) for action in state.legal_actions())
