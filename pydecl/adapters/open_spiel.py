"""Games for OpenSpiel, and OpenSpiel's games for pydecl.

>>> import pyspiel
>>> from open_spiel.python.algorithms.minimax import alpha_beta_search
>>> nim = to_open_spiel("nim:heaps=[1,2]")
>>> state = nim.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['take(1,1)', 'take(2,1)', 'take(2,2)']
>>> value, best = alpha_beta_search(nim)
>>> value, state.action_to_string(best)
(1.0, 'take(2,1)')

>>> import pydecl
>>> pydecl.search(from_open_spiel("nim(pile_sizes=1;2)"), "alphabeta").value
1
"""

from __future__ import annotations

from pydecl.adapters.extras import MissingExtraError

try:
    from pydecl.adapters.from_spiel import OpenSpielGame, from_open_spiel
    from pydecl.adapters.to_spiel import SpielGame, SpielState, to_open_spiel
except ModuleNotFoundError as error:
    raise MissingExtraError("openspiel", error) from None

__all__ = ["OpenSpielGame", "SpielGame", "SpielState", "from_open_spiel", "to_open_spiel"]
