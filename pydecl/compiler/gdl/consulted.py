"""The propositional form of a consulted game, if its rules are a sheet that is small enough."""

from __future__ import annotations

from pydecl.compiler.consulted import Consulted, loaded_rules
from pydecl.compiler.frontend.loaded import NotFollowedError
from pydecl.compiler.gdl.errors import NotGroundedError
from pydecl.compiler.gdl.propositional import Propositional, propositional
from pydecl.compiler.gdl.sheets import sheet_of
from pydecl.model.folding import FOLD
from pydecl.model.passing import MOVES_AGAIN
from pydecl.rules.gdl.rules import CONVENTION


def grounded_game(game: Consulted) -> Propositional:
    """The game in propositional form. Raises NotGroundedError, which says why there is none."""
    if game.convention != CONVENTION:
        raise NotGroundedError("the rules are not those of general game playing")
    if MOVES_AGAIN in game.defined:
        raise NotGroundedError("one player moves again")
    if FOLD in game.defined:
        raise NotGroundedError("symmetric positions are folded")
    try:
        return propositional(sheet_of(loaded_rules(game)))
    except NotFollowedError as error:
        raise NotGroundedError(str(error)) from None
    except RecursionError:
        raise NotGroundedError("the rules are nested too deep") from None
