"""How files of rules are walked: what is asked of a position, and which positions follow.

`ask` puts a question to whoever is asked and gives the solutions; None stands for an argument asked for.
"""

from __future__ import annotations

from collections.abc import Callable

from swi_solutions import Goal

from pydecl.model.term import Compound, PrologList, Term

Solutions = tuple[tuple[Term, ...], ...]
Ask = Callable[..., Solutions]
Walk = Callable[[Ask, Term], list[Term]]


def bundled(ask: Ask, state: Term) -> list[Term]:
    """All that a search asks of a position of a game in pydecl's own convention."""
    for player in ("max_to_move", "min_to_move", "terminalwon", "terminallost", "turbulent"):
        ask(player, state)
    ask("staticval", state, None)
    after = [next_ for _, next_ in ask("move", state, None, None)]
    after += [next_ for (next_,) in ask("move", state, None)]
    after += [next_ for _, next_ in ask("chance", state, None, None)]
    for (found,) in ask("moves", state, None):
        after += found.items if isinstance(found, PrologList) else ()
    ask("plausible", state, None)
    for next_ in after[:2]:
        ask("plausible", state, next_)
    return after


def homework(ask: Ask, state: Term) -> list[Term]:
    """The same, and the file's own programs."""
    ask("minimax", state, None, None)
    ask("alphabeta", state, None, None)
    ask("alphabeta", state, -1, 1, None, None)
    return bundled(ask, state)


def and_or(ask: Ask, state: Term) -> list[Term]:
    ask("tomove", state, None)
    ask("terminal", state, None)
    return [after for _, after in ask("moves", state, None, None)]


def nim_feup(ask: Ask, state: Term) -> list[Term]:
    assert isinstance(state, Compound)
    turn = state.args[1]
    assert isinstance(turn, Compound)
    ask("game_over", state, None)
    return _made(ask, state, ask("valid_moves", state, turn.args[0], None))


def ttt_feup(ask: Ask, state: Term) -> list[Term]:
    ask("game_over", state, None)
    return _made(ask, state, ask("valid_moves", state, None))


def _made(ask: Ask, state: Term, lists: Solutions, name: str = "move") -> list[Term]:
    ((moves,),) = lists
    assert isinstance(moves, PrologList)
    return [after for move in moves.items for (after,) in ask(name, state, move, None)]


def openspiel(ask: Ask, state: Term) -> list[Term]:
    ask("current_player", state, None)
    over = ask("is_terminal", state)
    for player in (0, 1):
        if over:
            ask("returns", state, player, None)
    return [] if over else _made(ask, state, ask("legal_actions", state, None), "apply_action")


def sterling_shapiro(ask: Ask, state: Term) -> list[Term]:
    ((player,),) = ask("next_player", ask("initialize", _game(ask), None, None)[0][1], None)
    ask("game_over", state, player, None)
    return [after for (move,) in ask("move", state, None) for (after,) in ask("move", move, state, None)]


def _game(ask: Ask) -> Term:
    return ask("initialize", None, None, None)[0][0]


def utility(ask: Ask, state: Term) -> list[Term]:
    ask("utility", state, None)
    ask("max_to_move", state)
    ask("min_to_move", state)
    return [after for (after,) in ask("move", state, None)]


def aima(ask: Ask, state: Term) -> list[Term]:
    ((player,),) = ask("to_move", state, None)
    ask("utility", state, player, None)
    over = ask("is_terminal", state)
    return [] if over else _made(ask, state, ask("actions", state, None), "result")


WALKS: dict[str, tuple[Goal, int, Walk]] = {
    "nim_and_or": (Goal("initial", (None,)), 0, and_or),
    "ttt_and_or": (Goal("initial", (None,)), 0, and_or),
    "nim_feup": (Goal("initial_state", (PrologList((1, 3, 5)), None)), 0, nim_feup),
    "ttt_feup": (Goal("initial_state", (3, None)), 0, ttt_feup),
    "nim_openspiel": (Goal("init", (None,)), 0, openspiel),
    "ttt_openspiel": (Goal("init", (None, None)), 0, openspiel),
    "nim_sterling_shapiro": (Goal("initialize", (None, None, None)), 1, sterling_shapiro),
    "ttt_aima": (Goal("initial_state", (None,)), 0, aima),
    "ttt_utility": (Goal("initial", (None,)), 0, utility),
}
"""How a walk begins, which of the results is the position, and what is asked of each."""
