"""Lecture 19, 'Game Playing': the evidence for its claims, which `sentences.txt` quotes."""

from __future__ import annotations

import math
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from pydecl.claims import trees, windows
from pydecl.claims.claim import Found, by_reading, command, found, search_command, unless
from pydecl.claims.exploring import about, nexts, positions, within
from pydecl.claims.trees import Nest, line, up_to, value
from pydecl.claims.workshop import Workshop
from pydecl.errors import SourceError
from pydecl.games import bundled
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import Limits
from pydecl.model.term import Term, atom_text
from pydecl.model.tree import Inner, Leaf
from pydecl.paths import prolog_file

EXAMPLES = ("chess", "checkers", "go")


def won_for_max(nest: Nest) -> bool:
    """Whether MAX, who is to move, wins."""
    return value(nest, Player.MAX) > 0


def has_values(shop: Workshop, program: str, nests: list[Nest], shown: str | None = None) -> Found:
    """Whether a program finds V of each root, whoever is to move there."""
    asked = list(shop.both(nests, program))
    wrong = [line(nest, root) for nest, root, answer in asked if answer.value != value(nest, root)]
    return unless(wrong, f"{len(asked)} trees", shown)


# The programs as printed, errors and all, on trees

RULES = """
initial(t(max, 0, 0)).
moves(t(Mover, _, Trees), Nexts) :-
    is_list(Trees),
    other(Mover, Other),
    findall(t(Other, Index, Tree), nth1(Index, Trees, Tree), Nexts).
move(Pos, Next) :- moves(Pos, Nexts), member(Next, Nexts).
staticval(t(_, _, Val), Val) :- integer(Val).
terminalwon(t(_, _, Val)) :- integer(Val), Val > 0.
terminallost(t(_, _, Val)) :- integer(Val), Val < 0.
max_to_move(t(max, _, _)).
min_to_move(t(min, _, _)).
other(max, min).
other(min, max).
"""
"""A position is t(Mover, Index, Tree): Tree is a value or the list of the trees below, Index its place."""


Answers = Callable[[str], Sequence[dict[str, Term]]]
"""Gives the answers to a goal; `rules:` is where the printed programs are."""


@contextmanager
def printed(*programs: str, seconds: float | None = 60.0) -> Iterator[Answers]:
    """Some of the printed programs, and trees to run them on.

    Raises SourceError where SWI-Prolog cannot read what is printed.

    >>> with printed("minimax") as answers:
    ...     answers("rules:minimax(t(max, 0, [1,[3,2]]), t(_, Index, _), Val)")
    [{'Index': 2, 'Val': 2}]
    """
    lines = [f":- include({atom_text(name)})." for name in programs]
    with tempfile.TemporaryDirectory() as folder:
        for name in programs:
            shutil.copy(prolog_file("lecture", f"{name}.pl"), folder)
        file = Path(folder, "printed.pl")
        file.write_text("\n".join([RULES, *lines, ""]), "utf-8")
        with consult(file, seconds=seconds) as game:
            yield game.session.query


def list_text(nest: Nest) -> str:
    """A tree as these rules have it."""
    return f"[{','.join(map(list_text, nest))}]" if isinstance(nest, tuple) else str(nest)


def printed_is_right(shop: Workshop, program: str, goal: str) -> Found:
    """Whether a printed program has one answer, the right one, on small trees."""
    nests = up_to(5)
    listed = ",".join(map(list_text, nests))
    with printed(*dict.fromkeys(("minimax", program)), seconds=shop.left()) as answers:
        asked = f"member(Tree, [{listed}]), Root = t(max, 0, Tree), findall(Val, rules:{goal}, Vals)"
        (answer,) = answers(f"findall(Vals, ({asked}), All)")
    values = [one.items for one in answer["All"].items]  # type: ignore[union-attr]
    wrong = [
        f"{line(nest)} has the answer: {', '.join(map(str, got)) or 'none'}"
        for nest, got in zip(nests, values, strict=True)
        if list(got) != [value(nest, Player.MAX)]
    ]
    if wrong:
        return found(False, f"{wrong[0]}; wrong {len(wrong)} times in {len(nests)}")
    return found(True, f"{len(nests)} trees, one answer each")


# The setting


def _l19_alternate(_: Workshop) -> Found:
    met = positions(EXAMPLES, 2)
    wrong = [
        f"{game.name}: {game.format_position(position)}"
        for game, ply, position in met
        if game.chance(position) or game.player(position) is not (Player.MAX, Player.MIN)[ply % 2]
    ]
    return unless(wrong, f"{len(met)} positions, and the mover changes with every move")


def _l19_win_and_loss(_: Workshop) -> Found:
    ends = [(game, p) for game, _, p in positions(["kqk"], 2) if not game.successors(p)]
    drawn = [
        game.format_position(end)
        for game, end in ends
        if not game.terminal_won(end) and not game.terminal_lost(end)
    ]
    shown = drawn[0] if drawn else None
    witness = f"{len(ends)} ends within 2 plies, {len(drawn)} drawn" + (f": {shown}" if drawn else "")
    return found(not drawn, witness, command("board", "kqk", position=shown))


def _l19_not_win(shop: Workshop) -> Found:
    asked = shop.trees(up_to(6), "and_or")
    wrong = [line(nest) for nest, answer in asked if answer.value is not won_for_max(nest)]
    drawn = sum(value(nest, Player.MAX) == 0 for nest, _ in asked)
    return unless(wrong, f"{len(asked)} trees, {drawn} of them drawn, and so not won")


def node_kind(shop: Workshop, root: Player) -> Found:
    """Whether a node is won as an OR node is solved (`root` is MAX), or as an AND node is (MIN)."""
    known = {(nest, mover): answer.value for nest, mover, answer in shop.both(up_to(6), "and_or")}
    solves = any if root is Player.MAX else all
    inner = [nest for nest, mover in known if isinstance(nest, tuple) and mover is root]
    wrong = [
        line(nest, root)
        for nest in inner
        if known[nest, root] is not solves(known[child, root.opponent] is True for child in nest)
    ]
    return unless(wrong, f"{len(inner)} nodes")


_l19_or_node = partial(node_kind, root=Player.MAX)
_l19_and_node = partial(node_kind, root=Player.MIN)


def _l19_won(shop: Workshop) -> Found:
    asked = shop.trees(up_to(6), "won")
    wrong = [nest for nest, answer in asked if answer.value is not won_for_max(nest)]
    missed = sum(answer.value is False and won_for_max(nest) for nest, answer in asked)
    if not wrong:
        return found(True, f"{len(asked)} trees")
    drawn = next(nest for nest in wrong if value(nest, Player.MAX) == 0)
    witness = f"{line(drawn)} is drawn, and 'won': wrong {len(wrong)} times in {len(asked)}"
    return found(False, f"{witness}, a win overlooked {missed} times", search_command("won_drawn_end", "won"))


def _l19_won_printed(shop: Workshop) -> Found:
    try:
        with printed("won", seconds=shop.left()) as answers:
            answers("won(t(max, 0, 1))")
    except SourceError as error:
        return found(False, error.diagnostics[0].message)
    return found(True, "it loads")


# How large chess is

PLIES = 2 * 40
"""Of a game of chess, by Figure 22.1."""

NODES_A_YEAR = 10**9 * 365 * 24 * 3600
"""How many nodes a computer may visit, with room to spare: 10^9 in a second."""

CHESS_POSITIONS = 4.82e44
"""Legal positions of chess, as J. Tromp estimates them (github.com/tromp/ChessPositionRanking)."""

STORED = 175e21
"""Bytes that IDC expected to be created and copied worldwide in 2025 ('The Digitization of the World')."""


def _l19_infeasible(shop: Workshop) -> Found:
    power = PLIES * math.log10(30) - math.log10(NODES_A_YEAR)
    nodes = shop.ask("nim", "minimax", depth=None).nodes or 0
    readings = {f"chess, 10^{power:.1f} years": power > 2, f"nim, {nodes} nodes": nodes > NODES_A_YEAR}
    return by_reading(readings, search_command("nim"))


def _l19_unmanageable(_: Workshop) -> Found:
    share = CHESS_POSITIONS / 8 / STORED
    estimate = f"{CHESS_POSITIONS:.2g} legal positions (Tromp's estimate)"
    return found(share > 10**6, f"{estimate}, 10^{math.log10(share):.1f} times that")


def _l19_10_120(_: Workshop) -> Found:
    power = {branching: PLIES * math.log10(branching) for branching in range(25, 35)}
    near = min(power, key=lambda branching: abs(power[branching] - 120))
    witness = f"30^80 = 10^{power[30]:.1f}, {near}^80 = 10^{power[near]:.1f}"
    return found(power[25] <= 120 <= power[34], witness)


def _l19_equal_positions(_: Workshop) -> Found:
    game = bundled("chess")
    places = list(game.initial())
    for _ply in range(3):
        places = [after for position in places for after in nexts(game, position)]
    different = {tuple(game.format_position(position).split()[:4]) for position in places}
    return found(len(different) < len(places), f"{len(places)} places, {len(different)} positions")


_l19_30_moves = partial(about, number=30)


def _l19_two_plies(_: Workshop) -> Found:
    game = bundled("kqk")
    (start,), between, after = within(game, 2)
    holds = all(game.player(p) is game.player(start).opponent for p in between)
    holds = holds and all(game.player(p) is game.player(start) for p in after)
    witness = f"after 1 ply the other side is to move ({len(between)} positions), after 2 the same"
    return found(holds, f"{witness} ({len(after)})", command("board", "kqk"))


# The minimax principle


def _l19_propagation(shop: Workshop) -> Found:
    return has_values(shop, "minimax", up_to(6), command("crosscheck", program="minimax", trees=200, seed=1))


def _l19_max_chooses(shop: Workshop) -> Found:
    wrong, asked = [], 0
    for nest, root, answer in shop.both(up_to(6), "minimax"):
        if isinstance(nest, tuple):
            asked += 1
            values = [value(child, root.opponent) for child in nest]
            best = (max if root is Player.MAX else min)(values)
            if answer.best is None or values[trees.chosen(answer.best)] != best:
                wrong.append(line(nest, root))
    return unless(wrong, f"{asked} choices")


def _l19_main_variation(shop: Workshop) -> Found:
    best = {
        (nest, root): trees.chosen(answer.best)
        for nest, root, answer in shop.both(up_to(6), "minimax")
        if answer.best is not None
    }
    roots = [nest for nest, root in best if root is Player.MAX]
    for nest in roots:
        mover: Player = Player.MAX
        worth, here = value(nest, mover), nest
        while isinstance(here, tuple):
            others = [value(child, mover.opponent) for child in here]
            gains = max(others) > worth if mover is Player.MAX else min(others) < worth
            here, mover = here[best[here, mover]], mover.opponent
            if gains or value(here, mover) != worth:
                return found(False, line(nest))
    return found(True, f"{len(roots)} variations", search_command("lecture19"))


def _l19_search_tree(shop: Workshop) -> Found:
    answer, rules = shop.ask("tictactoe", "minimax", depth=1, evaluated=True), bundled("tictactoe")
    on = sum(bool(rules.successors(rules.from_term(leaf))) for leaf in answer.evaluated or ())
    witness = f"{answer.leaves} leaves, in {on} of them the game goes on"
    return found(on > 0, witness, search_command("tictactoe", depth=1, leaves=True))


_l19_minimax_printed = partial(printed_is_right, program="minimax", goal="minimax(Root, _, Val)")


def _l19_visits_all(shop: Workshop) -> Found:
    asked = shop.trees(up_to(6), "minimax")
    wrong = [line(nest) for nest, answer in asked if answer.nodes != trees.size(nest)]
    total = sum(answer.nodes or 0 for _, answer in asked)
    return unless(wrong, f"{total} nodes of {len(asked)} trees", search_command("lecture19", leaves=True))


def _l19_usually(shop: Workshop) -> Found:
    nests = [trees.shuffled(2, 3, seed) for seed in range(2000)]
    evaluated = [answer.leaves or 0 for _, answer in shop.trees(nests, "alphabeta")]
    saved = sum(count < 8 for count in evaluated)
    witness = f"in {saved} of {len(nests)} orders; {sum(evaluated) / len(nests):.2f} leaves on average"
    shown = search_command("lecture19", "alphabeta", leaves=True)
    return found(2 * saved > len(nests), witness, shown)


# The alpha-beta algorithm

BOUNDS = (-INFINITY, -1, -0.5, 0, 0.5, 1, INFINITY)
WINDOWS = [Limits(alpha=alpha, beta=beta) for alpha in BOUNDS for beta in BOUNDS if alpha <= beta]

FILLINGS = (-9, 0, 1, 2, 3, 4, 5, 9)


def nest_of(shop: Workshop, name: str, **values: Number) -> Nest:
    """A bundled tree, some of its leaves with other values."""
    tree = shop.tree(name)

    def below(node: str) -> Nest:
        found = tree[node]
        if isinstance(found, Inner):
            return tuple(map(below, found.children))
        assert isinstance(found, Leaf)
        value = values.get(node, found.value)
        assert value is not None
        return value

    return below(tree.root.name)


def _l19_not_exactly(shop: Workshop) -> Found:
    fillings = [dict(zip("lop", values, strict=True)) for values in product(FILLINGS, repeat=3)]
    wrong = [one for one in fillings if value(nest_of(shop, "lecture19", **one), Player.MAX) != 4]
    without = shop.value("lecture19_unknown", "alphabeta")
    witness = f"{len(fillings)} fillings, the value is {without} with all of them, and alphabeta finds it"
    shown = search_command("lecture19_unknown", "alphabeta", leaves=True)
    return found(not wrong and without == 4, str(wrong[0]) if wrong else f"{witness} without them", shown)


def _l19_order(shop: Workshop) -> Found:
    inner = {node.name for node in shop.tree("lecture19").nodes if isinstance(node, Inner)}
    kept, all_of_it = (
        [name for name in shop.visited("lecture19", program) if name in inner]
        for program in ("alphabeta", "minimax")
    )
    witness = f"alphabeta {' '.join(kept)}, minimax {' '.join(all_of_it)}"
    return found(kept == list("abdecf"), witness, command("trace", "lecture19"))


def _l19_efficient(shop: Workshop) -> Found:
    nests = up_to(6)
    one, other = ([answer for _, answer in shop.trees(nests, name)] for name in ("minimax", "alphabeta"))
    counts = [sum(answer.nodes or 0 for answer in answers) for answers in (one, other)]
    wrong = [
        line(nest)
        for nest, a, b in zip(nests, one, other, strict=True)
        if (a.value, a.best) != (b.value, b.best) or (b.nodes or 0) > (a.nodes or 0)
    ]
    witness = f"the same value and move on {len(nests)} trees, {counts[1]} nodes and not {counts[0]}"
    return found(
        not wrong and counts[1] < counts[0],
        wrong[0] if wrong else witness,
        command("crosscheck", program="alphabeta", trees=200, seed=1),
    )


_l19_alphabeta_printed = partial(printed_is_right, program="alphabeta", goal="alphabeta(Root, -9, 9, _, Val)")


def _l19_good_enough(shop: Workshop) -> Found:
    for limits in WINDOWS:
        if -INFINITY < limits.alpha < limits.beta < INFINITY:
            for nest, answer in shop.trees(up_to(4), "alphabeta", limits=limits):
                if answer.best is not None and isinstance(nest, tuple):
                    good = value(nest[trees.chosen(answer.best)], Player.MIN)
                    if good != value(nest, Player.MAX):
                        return found(True, f"{line(nest)} with {window_text(limits)}: the move worth {good}")
    return found(False, "always the best")


def window_text(limits: Limits) -> str:
    """The window, for a witness."""
    return f"Alpha {limits.alpha} and Beta {limits.beta}"


# What alpha and beta are


def traced(shop: Workshop) -> windows.Traced:
    """What alphabeta does on all trees of 6 nodes where MAX moves twice, and on random ones."""
    deep = [nest for nest in trees.of_size(6, (0, 1)) if trees.height(nest) > 2]
    return windows.traced(shop, "alphabeta", deep)


def bound_is(shop: Workshop, side: int) -> Found:
    """Whether alpha (side 0) is what MAX has, or beta (side 1) what MAX can hope for at most."""
    name = ("Alpha", "Beta")[side]
    at_setter, met, shown = True, 0, ""
    for nest, visits in traced(shop):
        for visit in visits:
            bound, setter = visit.given[side], visit.setters[side]
            if setter is None:
                continue
            met += 1
            here = value(trees.at(nest, setter), windows.mover_at(setter))
            root = value(nest, Player.MAX)
            at_setter = at_setter and (here >= bound if side == 0 else here <= bound)
            if not shown and (root < bound if side == 0 else root > bound):
                shown = f", {line(nest)} is worth {root}, and {name} becomes {bound}"
    readings = {f"from the root on{shown}": not shown}
    return by_reading(readings | {f"from the node on where {name} was set ({met} windows)": at_setter})


_l19_alpha = partial(bound_is, side=0)
_l19_beta = partial(bound_is, side=1)
_l19_beta_for_min = partial(bound_is, side=1)


def _l19_outside(shop: Workshop) -> Found:
    met, wrong = 0, []
    for nest, visits in traced(shop):
        for visit in visits:
            if visit.given[0] <= visit.value <= visit.given[1]:
                continue
            met += 1
            path = [visit.way[:length] for length in range(len(visit.way) + 1)]
            if len({value(trees.at(nest, way), windows.mover_at(way)) for way in path}) == 1:
                wrong.append(line(nest))
    return unless(wrong, f"{met} such positions, and none is on a line of best play")


# The definition of V(P, Alpha, Beta)


def line_of_definition(shop: Workshop, which: int) -> Found:
    """One line, on small trees in all windows: V(P) is below Alpha (0), in the window (1), above Beta (2)."""
    met, wrong = 0, []
    for root, limits in product(Player, WINDOWS):
        for nest, answer in shop.trees(up_to(5), "alphabeta", root, limits):
            got: Any = answer.value
            true = value(nest, root)
            if (0 if true < limits.alpha else 2 if true > limits.beta else 1) == which:
                met += 1
                if not (got < limits.alpha, got == true, got > limits.beta)[which]:
                    wrong.append(f"{line(nest, root)} with {window_text(limits)}: {got}")
    return unless(wrong, f"{met} times so")


_l19_below = partial(line_of_definition, which=0)
_l19_inside = partial(line_of_definition, which=1)
_l19_above = partial(line_of_definition, which=2)


def _l19_root(shop: Workshop) -> Found:
    return has_values(shop, "alphabeta", up_to(5, (-INFINITY, 0, INFINITY)))


# Minimax-based programs


def _l19_static_quiet(shop: Workshop) -> Found:
    readings = {}
    for name in ("horizon_effect", "quiescence_errs"):
        move, best = shop.best(name, "quiescence", depth=2), shop.best(name, "minimax", depth=None)
        readings[f"{name}, {move} for {best}"] = move == best
    return by_reading(readings, search_command("quiescence_errs", "quiescence", depth=2))


def _l19_extend(shop: Workshop) -> Found:
    name = "horizon_effect"
    plain, extended = (shop.best(name, program, depth=2) for program in ("alphabeta", "quiescence"))
    true = shop.best(name, "minimax", depth=None)
    witness = f"alphabeta {plain}, quiescence {extended}, and {true} is best"
    return found(plain != true == extended, witness, search_command(name, "quiescence", depth=2))


def _l19_prune_more(shop: Workshop) -> Found:
    name = "forward_pruning_helps"
    plain, pruned = (shop.ask(name, program) for program in ("alphabeta", "forward_pruning"))
    witness = f"{pruned.nodes} nodes and not {plain.nodes}, the value is {pruned.value} and {plain.value}"
    holds = (pruned.nodes or 0) < (plain.nodes or 0) and pruned.value == plain.value
    return found(holds, witness, search_command(name, "forward_pruning"))


def _l19_prune_risk(shop: Workshop) -> Found:
    name = "forward_pruning_errs"
    plain, pruned = (shop.value(name, program) for program in ("alphabeta", "forward_pruning"))
    missed, taken = shop.best(name, "alphabeta"), shop.best(name, "forward_pruning")
    witness = f"{taken}, worth {pruned}, and {missed} is worth {plain}"
    return found(pruned != plain and missed != taken, witness, search_command(name, "forward_pruning"))


SECONDS = 0.5
"""What each search is given."""


def _l19_time_control(shop: Workshop) -> Found:
    complete = {
        program: shop.ask("connect4", program, depth=None, seconds=SECONDS).complete
        for program in ("deepening", "alphabeta")
    }
    witness = "; ".join(f"{name}: {'an answer' if done else 'none'}" for name, done in complete.items())
    shown = search_command("connect4", "deepening", depth="unlimited", time=3)  # it counts its start, too
    return found(complete["deepening"] and not complete["alphabeta"], witness, shown)


def _l19_deepest(shop: Workshop) -> Found:
    for depth in range(1, 6):
        answer = shop.ask("connect4", "deepening", depth=depth)
        plain = shop.value("connect4", "alphabeta", depth=depth)
        kept = shop.value("connect4", "alphabeta", answer.best, depth=depth - 1)
        if not answer.value == plain == kept:
            return found(False, f"{depth} plies: {answer.value}, {plain}, {kept}")
    return found(True, "5 depths", search_command("connect4", "deepening", depth=5))


def _l19_preliminary_order(shop: Workshop) -> Found:
    readings = {}
    for name, depth in (("connect4", 6), ("othello", 5), ("tictactoe", 9)):
        before, whole = (shop.ask(name, "deepening", depth=d).nodes or 0 for d in (depth - 1, depth))
        plain = shop.ask(name, "ab_procedure", depth=depth).nodes or 0
        readings[f"{name}, {depth} plies, {whole - before} and {plain} nodes"] = whole - before < plain
    return by_reading(readings, search_command("connect4", "deepening", depth=6))


def _l19_horizon(shop: Workshop) -> Found:
    name = "horizon_effect"
    move = shop.best(name, "alphabeta", depth=2)
    seen, true = shop.value(name, "alphabeta", depth=2), shop.value(name, "minimax", move, depth=None)
    best = shop.value(name, "minimax", depth=None)
    witness = f"{move}, seen as {seen}, loses pawn and knight, {true}; {best} could be had"
    return found(true < best, witness, search_command(name, "alphabeta", depth=2))
