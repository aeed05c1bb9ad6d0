"""Lecture 20, 'Games': the evidence for its claims."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations, product
from typing import Any

from pydecl.claims import trees, windows
from pydecl.claims.claim import Found, by_reading, command, found, search_command, unless
from pydecl.claims.exploring import about, nexts, positions, solve
from pydecl.claims.lecture19 import EXAMPLES, has_values
from pydecl.claims.othello import tictactoe
from pydecl.claims.trees import Nest, line, value
from pydecl.claims.windows import GROWN
from pydecl.claims.workshop import Workshop
from pydecl.crosschecking.cases import Shape, make_case
from pydecl.errors import ContractError
from pydecl.games import bundled, kuhn
from pydecl.games.tree import TreeGame
from pydecl.model.game import Game, Player
from pydecl.model.number import INFINITY, Number, equal
from pydecl.model.result import Order, Settings
from pydecl.model.term import Atom
from pydecl.model.tree import Inner
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
from pydecl.tracing.events import Kind, Reach

# Kinds of games


def _l20_complete_information(_: Workshop) -> Found:
    met = positions((*EXAMPLES, "connect4", "othello", "tictactoe"), 2)
    wrong = [f"{game.name}: {game.format_position(p)}" for game, _, p in met if game.chance(p)]
    (deal,) = (backgammon := bundled("bearoff")).initial()
    witness = wrong[0] if wrong else f"{len(met)} positions without chance; bearing off has dice"
    return found(not wrong and bool(backgammon.chance(deal)), witness)


def _l20_zero_sum(_: Workshop) -> Found:
    half = Fraction(1, 2)
    sums = {sum(pair) for pair in ((1, -1), (0, 0), (-1, 1))}
    halves = {sum(pair) for pair in ((Fraction(1), Fraction(0)), (half, half), (Fraction(0), Fraction(1)))}
    witness = f"the sums are {sorted(sums)}; with 1, .5 and 0 they are {sorted(map(str, halves))}"
    return found(sums == {0}, witness)


def random_end(game: Game[Any], rng: random.Random, plies: int) -> Any:
    """An end, or where play stands after so many plies."""
    (position,) = game.initial()
    for _ in range(plies):
        after = [one for _, one in game.chance(position)] or nexts(game, position)
        if not after:
            break
        position = rng.choice(after)
    return position


def other_side_chess(position: Any) -> Any:
    """The board turned round, and the colours changed; without castling."""
    rows = [position.board[start : start + 8] for start in range(0, 64, 8)]
    mover = "b" if position.mover == "w" else "w"
    return position._replace(mover=mover, board="".join(reversed(rows)).swapcase(), castling="", passant=None)


def other_side_connect4(position: Any) -> Any:
    """The colours changed."""
    names = str.maketrans("xo", "ox")
    columns = tuple(column.translate(names) for column in position.columns)
    return position._replace(mover=position.mover.translate(names), columns=columns)


def other_side_bearoff(position: Any) -> Any:
    """The homes changed."""
    mover = "min" if position.mover == "max" else "max"
    return position._replace(mover=mover, ours=position.theirs, theirs=position.ours)


SIDES: dict[str, tuple[Callable[[Any], Any], int]] = {
    "chess": (other_side_chess, 400),
    "connect4": (other_side_connect4, 42),
    "bearoff": (other_side_bearoff, 400),
}
"""What a player sees from the other side of the board, and how many plies are played."""


def chips(cards: str, said: tuple[str, ...]) -> tuple[int, int]:
    """What both have won in Kuhn's poker, chip by chip: the antes, the bets, and the pot."""
    paid = [1, 1]
    for number, word in enumerate(said):
        paid[number % 2] += word == kuhn.BET
    if said[-2:] == (kuhn.BET, kuhn.PASS):
        winner = len(said) % 2
    else:
        winner = 0 if kuhn.CARDS.index(cards[0]) > kuhn.CARDS.index(cards[1]) else 1
    pot = sum(paid)
    return (pot - paid[0], -paid[1]) if winner == 0 else (-paid[0], pot - paid[1])


def _l20_zero_sum_games(_: Workshop) -> Found:
    told = []
    for name, (turned, plies) in SIDES.items():
        game, rng = bundled(name), random.Random(name)
        lasts = [random_end(game, rng, plies) for _ in range(20)]
        for last in lasts:
            if game.static_value(last) + game.static_value(turned(last)) != 0:
                return found(False, f"{name}: {game.format_position(last)}")
        told.append(f"{name} {len(lasts)}")
    ends = list(poker_ends(bundled("kuhn")))
    wrong = [end for end in ends if sum(chips(*end)) != 0 or chips(*end)[0] != kuhn.gain(*end)]
    told.append(f"poker {len(ends)}")
    return found(not wrong, "sums of 0: " + ", ".join(told))


def poker_ends(game: Game[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The cards, and what was said, at all ends."""
    todo = [after for start in game.initial() for _, after in game.chance(start)]
    while todo:
        position = todo.pop()
        after = nexts(game, position)
        todo += after
        if not after:
            yield position.cards, position.said


# Evaluation


def _l20_poor(shop: Workshop) -> Found:
    estimate, outcome, values = tictactoe()
    misled = []
    for position, worth in values.items():
        after = nexts(outcome, position)
        sign = 1 if outcome.player(position) is Player.MAX else -1
        liked = max((sign * estimate.static_value(one) for one in after), default=None)
        preferred = [sign * values[one] for one in after if sign * estimate.static_value(one) == liked]
        if after and max(preferred) < 0 <= sign * worth:
            misled.append(position)
    if not misled:
        return found(False, "it never loses")
    shown = outcome.format_position(misled[0])
    lecture = "tictactoe:evaluation=lecture"
    taken, right = shop.best(lecture, "minimax", shown, 1), shop.best("tictactoe", "minimax", shown)
    witness = f"{len(misled)} positions; in {shown} it takes {taken} and loses, {right} does not"
    return found(True, witness, search_command(lecture, position=shown, depth=1))


def _l20_one_for_a_win(shop: Workshop) -> Found:
    units = trees.up_to(5, (Fraction(0), Fraction(1, 2), Fraction(1)))
    one, other = (list(shop.both(nests, "minimax")) for nests in (trees.up_to(5), units))
    wrong = [
        line(nest, root)
        for (nest, root, a), (_, _, b) in zip(one, other, strict=True)
        if (a.best, Fraction(a.value + 1) / 2) != (b.best, b.value)  # type: ignore[operator]
    ]
    shown = search_command("connect4:evaluation=unit", depth=3)
    return unless(wrong, f"{len(one)} trees; but the sum is 1, not zero", shown)


# The Prisoner's Dilemma

SILENT, TELL = Choice.SILENT, Choice.TELL

ROUNDS, HISTORIES = 100, 4


def _l20_non_zero(_: Workshop) -> Found:
    sums = {" and ".join(choice.value for choice in pair): -sum(years) for pair, years in YEARS.items()}
    witness = ", ".join(f"{pair} {total}" for pair, total in sums.items())
    return found(len(set(sums.values())) > 1, witness)


def _l20_better_to_tell(_: Workshop) -> Found:
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


def _l20_unknown_number(_: Workshop) -> Found:
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


def _l20_repeats(_: Workshop) -> Found:
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


def _l20_winner(_: Workshop) -> Found:
    readings = {}
    for name, names in FIELDS.items():
        matches = list(round_robin(names, 200, Fraction(0), 1, play))
        ranked = Standings(names, matches, AXELROD, 200).ranked()
        first = [strategy for strategy, points, _ in ranked if points == ranked[0][1]]
        readings[f"{name}, first is {' and '.join(first)}"] = first == ["tit_for_tat"]
    return by_reading(readings, command("dilemma"))


# Minimax trees


def printed_row(shop: Workshop, **printed: float) -> Found:
    """Whether the nodes of the example have the values that are printed."""
    values = {node: shop.value("eight_leaves", "minimax", node) for node in printed}
    wrong = [node for node in printed if values[node] != printed[node]]
    said = ", ".join(f"{node} is worth {values[node]}" for node in (wrong or printed))
    return found(not wrong, said, search_command("eight_leaves", position=(wrong or ["root"])[0]))


_l20_row_2 = partial(printed_row, left=0.6, right=0.9)
_l20_row_3 = partial(printed_row, n1=0.7, n2=0.5, n3=0.9, n4=1.0)
_l20_root = partial(printed_row, root=0.9)


def _l20_leafs(shop: Workshop) -> Found:
    evaluated = [
        str(leaf) for leaf in shop.ask("lecture19_accurate", "minimax", evaluated=True).evaluated or ()
    ]
    shown = search_command("lecture19_accurate", leaves=True)
    return found(evaluated == list("ijklmnop"), "evaluated: " + " ".join(evaluated), shown)


def _l20_no_risks(shop: Workshop) -> Found:
    name = "seven_of_eight"
    move, risky = shop.best(name, "minimax"), shop.value(name, "minimax", "gamble")
    mean = shop.value("seven_of_eight_dice", "expectiminimax")
    witness = f"{move}, for gamble is worth {risky}; against a die it would be worth {mean}"
    return found(move == "safe" and mean > 0, witness, search_command(name))


def _l20_tictactoe(shop: Workshop) -> Found:
    answer = shop.ask("tictactoe", "ab_procedure", depth=None)
    witness = f"the value is {answer.value}, {answer.nodes} nodes, nothing estimated"
    return found(not answer.horizon, witness, search_command("tictactoe", "ab_procedure"))


PAWN_MOVES, CAPTURES, BOTH, LOST = 16 * 6, 30, 8, Fraction(3, 2)
"""Each pawn moves six times, all but the kings are taken, at least eight captures are a pawn's, and where the
right to begin changes hands, three times, half a move is lost."""


def longest(moves: int) -> Fraction:
    """The longest game in moves, if it ends after so many without a capture or a pawn's move."""
    return (PAWN_MOVES + CAPTURES - BOTH) * moves - LOST


def _l20_5600(_: Workshop) -> Found:
    return by_reading(
        {f"{moves} moves, {float(longest(moves))}": round(longest(moves), -2) == 5600 for moves in (50, 75)}
    )


_l20_20_moves = partial(about, number=20)


def digits(base: int, exponent: int) -> int:
    """How many decimal digits a power has."""
    count = math.floor(exponent * math.log10(base)) + 1
    assert 10 ** (count - 1) <= base**exponent < 10**count
    return count


def _l20_20_5600(_: Workshop) -> Found:
    witness = f"{digits(20, 5600)} digits; with 2 plies a move it is 20^11200, {digits(20, 11200)} digits"
    return found(20**5600 > 10**120, witness)


def _l20_queen(shop: Workshop) -> Found:
    position = "3nk3/8/8/8/8/8/8/3QK3 w - - 0 1"
    better = shop.value("chess:knight=4", "minimax", position, 0)
    usual = shop.value("chess", "minimax", position, 0)
    shown = search_command("chess:knight=4", position=position, depth=0)
    return found(better == 5, f"{better} points; {usual} with a knight worth 3", shown)


def _l20_backgammon(shop: Workshop) -> Found:
    game = bundled("bearoff")
    known: dict[Any, Number] = {}
    expected, got = solve(game, game.initial()[0], known), shop.value("bearoff", "expectiminimax")
    witness = f"{got} with {len(known)} positions"
    return found(got == expected, witness, search_command("bearoff", "expectiminimax"))


def _l20_poker(shop: Workshop) -> Found:
    got, (low, high) = shop.value("kuhn", "expectiminimax"), kuhn.hidden_bounds()
    witness = f"a search of positions finds {got}, as if the cards lay open; the game is worth {low}"
    return found(low <= got <= high, witness, search_command("kuhn", "expectiminimax"))


# Cut-offs

FILLINGS = (-INFINITY, 0, 4, 5, 6, 9, 10, 11, 13, 14, 15, INFINITY)


def the_cut(shop: Workshop, tree: str, expected: tuple[str, str, str, Reach], shown: str) -> Found:
    """Whether the one cut-off in a tree is at this node, with its bound from there, and leaves that out."""
    events, names = shop.events(tree, "alphabeta")
    (cut,) = (event for event in events if event.kind is Kind.CUT)
    assert cut.node is not None
    node, by = names[cut.node], "" if cut.by is None else names[cut.by]
    skipped = " ".join(names[number] for number in cut.skipped)
    witness = f"{node} leaves {skipped} out, the bound is from {by}"
    return found((node, by, skipped, cut.reach) == expected, witness, command("trace", shown))


_l20_shallow = partial(
    the_cut, tree="shallow_cutoff", expected=("b", "a", "c", Reach.SHALLOW), shown="shallow_cutoff"
)
_l20_deep = partial(
    the_cut, tree="deep_cutoff", expected=("e", "root", "x", Reach.DEEP), shown="deep_cutoff_g3"
)


def _l20_ignore_c(_: Workshop) -> Found:
    worth_of_b = [value((14, c), Player.MAX) for c in FILLINGS]
    worth_of_a = {value((10, (14, c)), Player.MIN) for c in FILLINGS}
    witness = f"B is worth {min(worth_of_b)} or more, A {', '.join(sorted(map(str, worth_of_a)))}"
    holds = min(worth_of_b) >= 14 and worth_of_a == {10}
    return found(holds, witness, search_command("shallow_cutoff", "alphabeta"))


def _l20_great_great(shop: Workshop) -> Found:
    tree = shop.tree("deep_cutoff")
    parents = {child: node.name for node in tree.nodes if isinstance(node, Inner) for child in node.children}
    line = ["x"]
    while line[-1] in parents:
        line.append(parents[line[-1]])
    kinds = ["itself", "father", "grandfather", "great-grandfather", "great-great-grandfather"]
    witness = ", ".join(f"{kind} {name}" for kind, name in zip(kinds, line, strict=False))
    return found(len(line) == 5 and line[4] == tree.root.name, witness)


def _l20_ignore_x(_: Workshop) -> Found:
    wrong = [
        f"G is {g}" for g in FILLINGS if len({value((10, (((5, x), g),)), Player.MAX) for x in FILLINGS}) > 1
    ]
    witness = f"X changes nothing, whatever the {len(FILLINGS)} values of G"
    return unless(wrong, witness, search_command("deep_cutoff_g3", "alphabeta"))


OF_TREES = f" of {GROWN} random trees"

_l20_alpha = partial(windows.best_so_far, program="ab_procedure", player=Player.MAX, said=OF_TREES)
_l20_beta = partial(windows.best_so_far, program="ab_procedure", player=Player.MIN, said=OF_TREES)


def _l20_discontinue(shop: Workshop) -> Found:
    left_out = 0
    for nest, visits in windows.traced(shop, "ab_procedure"):
        entered = {visit.way for visit in visits}
        for other in (-9, 0, 9):
            changed = completed(nest, entered, other)
            left_out += trees.leaves(changed).count(9)  # no tree has one itself
            if value(changed, Player.MAX) != value(nest, Player.MAX):
                return found(False, f"{line(nest)} and {line(changed)}")
    return found(left_out > 0, f"{left_out} subtrees left out of {GROWN} trees, each worth -9, 0 or 9")


def completed(nest: Nest, entered: Collection[windows.Way], other: int, way: windows.Way = ()) -> Nest:
    """The tree with a leaf of this value in place of each subtree that was not entered."""
    if way not in entered:
        return other
    if not isinstance(nest, tuple):
        return nest
    return tuple(completed(child, entered, other, (*way, number)) for number, child in enumerate(nest))


def _l20_procedure(shop: Workshop) -> Found:
    shown = command("crosscheck", program="ab_procedure", trees=200, seed=1)
    return has_values(shop, "ab_procedure", trees.up_to(6), shown)


# How effective alpha-beta is


def orders(nest: Nest) -> list[Nest]:
    """A tree with the successors of every node in all orders."""
    if not isinstance(nest, tuple):
        return [nest]
    below = product(*(orders(child) for child in nest))
    return [order for children in below for order in permutations(children)]


def shuffles(nest: Nest, count: int) -> list[Nest]:
    """A tree in so many random orders."""
    rng = random.Random("orders")

    def shuffled(nest: Nest) -> Nest:
        below = [shuffled(child) for child in nest] if isinstance(nest, tuple) else []
        rng.shuffle(below)
        return tuple(below) if isinstance(nest, tuple) else nest

    return [shuffled(nest) for _ in range(count)]


UNEQUAL: Nest = (47, (45, (7, 1)))


def _l20_maximized(shop: Workshop) -> Found:
    square, cube = trees.shuffled(2, 3, 1), trees.shuffled(3, 3, 1)
    readings = {}
    for name, nest, others in (
        ("leaves left out, 2 moves and 3 plies", square, orders(square)),
        (f"leaves left out, {line(UNEQUAL)}", UNEQUAL, orders(UNEQUAL)),
        ("leaves left out, 3 moves and 3 plies", cube, shuffles(cube, 200)),
    ):
        best, all_leaves = trees.in_order(nest, Player.MAX, best_first=True), len(trees.leaves(nest))
        asked = shop.trees([best, *others], "ab_procedure")
        saved = [all_leaves - (answer.leaves or 0) for _, answer in asked]
        readings[f"{name}: {saved[0]}, at most {max(saved)}"] = saved[0] == max(saved)
    cuts = [
        sum(event.kind is Kind.CUT for event in shop.tree_events(nest, "ab_procedure")[0])
        for nest in (trees.in_order(cube, Player.MAX, True), *shuffles(cube, 60))
    ]
    readings[f"loops ended early, 3 moves and 3 plies: {cuts[0]}, at most {max(cuts)}"] = cuts[0] == max(cuts)
    return by_reading(readings, search_command("tictactoe", "ab_procedure", order="best"))


def best_case(branching: int, depth: int) -> int:
    """The leaves that perfect order leaves to be evaluated (Knuth and Moore 1975)."""
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


UNIFORM = [(branching, depth) for branching, most in ((2, 8), (3, 6), (4, 5)) for depth in range(1, most + 1)]


def ordered_leaves(shop: Workshop, program: str, branching: int, depth: int, *, best_first: bool) -> int:
    """How many leaves a program evaluates in a random tree whose moves are in order."""
    nest = trees.in_order(trees.shuffled(branching, depth, 1), Player.MAX, best_first=best_first)
    ((_, answer),) = shop.trees([nest], program)
    return answer.leaves or 0


def _l20_sqrt(shop: Workshop) -> Found:
    shown = []
    for branching, depth in UNIFORM:
        p, q = ordered_leaves(shop, "ab_procedure", branching, depth, best_first=True), branching**depth
        most = math.sqrt(branching) + 1 / math.sqrt(branching) + 1e-9
        if p != best_case(branching, depth) or not 1 <= p / math.sqrt(q) <= most:
            return found(False, f"{branching} moves, {depth} plies: P {p}, Q {q}")
        if depth in (5, 6):
            shown.append(f"{branching}^{depth}: {p} of {q}")
    return found(True, f"{len(UNIFORM)} trees as Knuth and Moore count; " + ", ".join(shown))


def _l20_two_fold(_: Workshop) -> Found:
    readings = {}
    for depth in (4, 10, 100):
        deepest = set()
        for branching in (2, 3, 5, 20, 40):
            reached = depth
            while best_case(branching, reached + 1) <= branching**depth:
                reached += 1
            deepest.add(reached)
        shown = f"minimax {depth} plies, alpha-beta {' or '.join(map(str, sorted(deepest)))}"
        readings[shown] = {round(reached / depth, 1) for reached in deepest} == {2.0}
    return by_reading(readings)


def _l20_bad_moves(shop: Workshop) -> Found:
    shown, fewer = [], False
    for branching, depth in ((2, 2), (2, 3), (2, 4), (3, 4), (2, 6), (3, 6)):
        leaves = ordered_leaves(shop, "alphabeta", branching, depth, best_first=False)
        fewer = fewer or leaves != branching**depth
        shown.append(f"{branching}^{depth} {leaves} of {branching**depth}")
    return found(not fewer, ", ".join(shown), search_command("tictactoe", "alphabeta", order="worst"))


def _l20_good_first(shop: Workshop) -> Found:
    nodes = {
        order.value: shop.ask("nim", "ab_procedure", settings=Settings(order=order)).nodes or 0
        for order in (Order.BEST, Order.GAME, Order.WORST)
    }
    witness = ", ".join(f"{order} {count} nodes" for order, count in nodes.items())
    shown = search_command("nim", "ab_procedure", order="best")
    return found(nodes["best"] < nodes["game"] < nodes["worst"], witness, shown)


ITERATED = {"connect4": 6, "othello": 5, "tictactoe": 6}


def iterations(shop: Workshop, game: str) -> list[int]:
    """The nodes of the iterations of deepening, one by one."""

    def compute() -> list[int]:
        sums = [shop.ask(game, "deepening", depth=depth).nodes or 0 for depth in range(1, ITERATED[game] + 1)]
        return [later - before for before, later in zip([0, *sums], sums, strict=False)]

    return shop.once(f"iterations of {game}", compute)


def _l20_multiple(shop: Workshop) -> Found:
    readings = {}
    for game in ITERATED:
        nodes = iterations(shop, game)
        readings[f"{game} {', '.join(map(str, nodes))}"] = all(b >= 2 * a for a, b in pairwise(nodes))
    return by_reading(readings, search_command("connect4", "deepening", depth=6))


def _l20_unaffected(shop: Workshop) -> Found:
    readings = {}
    for game, depth in ITERATED.items():
        plain = shop.ask(game, "ab_procedure", depth=depth).nodes or 0
        nodes = iterations(shop, game)
        reached = max((d for d in range(depth + 1) if sum(nodes[:d]) <= plain), default=0)
        readings[f"{game}, {depth} plies in {plain} nodes, deepening {reached}"] = reached >= depth - 1
    return by_reading(readings, search_command("connect4", "deepening", depth=6))


# Transposition tables


def _l20_few_positions(_: Workshop) -> Found:
    game = bundled("kqk")
    ways_to = dict.fromkeys(game.initial(), 1)
    for _ply in range(6):
        after: dict[Any, int] = {}
        for position, count in ways_to.items():
            for successor in nexts(game, position):
                after[successor] = after.get(successor, 0) + count
        ways_to = after
    lines, all_of_them = sum(ways_to.values()), sum(1 for _ in game.positions() or ())
    witness = f"{lines} lines of 6 plies, {all_of_them} positions in all"
    return found(lines > all_of_them, witness, command("board", "kqk"))


def _l20_pays(shop: Workshop) -> Found:
    plain, table = (shop.ask("kqk", program, depth=5) for program in ("negamax_ply", "alphabeta_tt"))
    witness = f"{table.nodes} nodes, {table.answer.hits} of them from the table, and not {plain.nodes}"
    holds = 2 * (table.nodes or 0) < (plain.nodes or 0) and table.value == plain.value
    return found(holds, witness, search_command("kqk", "alphabeta_tt", depth=5))


def _l20_memoization(shop: Workshop) -> Found:
    asked = 0
    for number in range(60):
        case = make_case(Shape.DAG, 1, number)
        game, root = TreeGame(case.tree, "dag"), Atom(case.tree.root.name)
        try:
            remembered = solve(game, root, {})
            plain = shop.tree_value(case.tree)
        except ContractError:  # a value that nobody knows
            continue
        asked += 1
        if not equal(remembered, plain):
            return found(False, f"case {number}: {remembered} and {plain}")
    return found(asked > 0, f"{asked} games", command("crosscheck", program="minimax", trees=200, seed=1))


def _l20_check_table(shop: Workshop) -> Found:
    name = "table_bounds"
    naive, right = (shop.value(name, program) for program in ("alphabeta_tt_boundless", "alphabeta_tt"))
    plain = shop.value(name, "negamax_ply")
    witness = f"{naive}, and {plain} without a table, {right} where bounds are known as bounds"
    return found(naive == plain, witness, search_command(name, "alphabeta_tt_boundless"))


def _l20_uncompressed(_: Workshop) -> Found:
    game = bundled("othello")
    written = len(str(game.to_term(game.initial()[0])))
    needed = math.ceil((64 * math.log2(3) + 1) / 8)
    return found(written > 2 * needed, f"{written} characters, {needed} bytes")
