"""A grounded sheet as a game that search programs are compiled with: rules whose positions are words of bits.

A position is the number of the role to move, 0 or 1, and the words of the state: `pydecl bits(0, Word, ...)`.
A move is its number among those of its role. What the rules leave to C is marked PRIMITIVE.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.emitter import Emitter
from pydecl.compiler.c.primitives import Primitive
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Normal
from pydecl.grounding.flattening import TooLargeError
from pydecl.grounding.lines import Block, Line
from pydecl.grounding.propositional import WORD, Propositional
from pydecl.model.coding import BITS, Coding
from pydecl.model.term import term_text
from pydecl.rules.reader import read_rules


class _Rows:
    """All lines, one behind the other, as words."""

    def __init__(self) -> None:
        self.words: list[int] = []

    def add(self, lines: Iterable[Line]) -> tuple[int, int]:
        """Where these lines begin, and where they end."""
        begin = len(self.words)
        for line in lines:
            looks, sets, keeps = _masks(line.holds), _masks(line.sets), _masks(line.keeps)
            fails = _masks(line.fails)
            self.words.append(len(looks.keys() | fails.keys()) | len(sets) << 16 | len(keeps) << 40)
            for word in sorted(looks.keys() | fails.keys()):
                value = looks.get(word, 0)
                self.words += [word, value | fails.get(word, 0), value]
            for masks in (sets, keeps):
                for word, mask in masks.items():
                    self.words += [word, mask]
        return begin, len(self.words)


def _masks(bits: Iterable[int]) -> dict[int, int]:
    """The bits by words."""
    found: dict[int, int] = {}
    for bit in bits:
        found[bit // WORD] = found.get(bit // WORD, 0) | 1 << bit % WORD
    return found


def tables_text(game: Propositional) -> str:
    """The tables of a sheet."""
    rows = _Rows()
    stages = {
        "ending": game.ending,
        "choosing": game.choosing,
        "preparing": game.preparing,
        "valuing": game.valuing,
    }
    blocks = [_blocks_text(name, of, rows) for name, of in stages.items()]
    effects = _effects_text(game, rows)
    goals = [goal for of in game.goals for goal in of]
    ends = 0, len(game.goals[0]), len(goals)
    sizes = {
        "WORDS": -(-game.width // WORD),
        "STATE": state_words(game),
        "DOES": game.does_at[0] // WORD,
        "NEXT": game.next_at // WORD,
        "TERMINAL": game.terminal,
        "EFFECTS": len(game.effects),
        "MOST": max(1, *map(len, game.moves)),
    }
    told = (f"{{{goal.bit}, {int(isinstance(goal.value, int))}, {_number(goal.value)}}}" for goal in goals)
    return "\n".join(
        (
            "struct ground_block { uint32_t from, to; bool repeats; };",
            "struct ground_effect { uint32_t from, to; bool repeats; const uint32_t *of; };",
            "struct ground_goal { uint32_t bit; bool is_number; I value; };",
            *(f"#define GROUND_{name} {size}" for name, size in sizes.items()),
            _array("uint32_t", "moves", map(len, game.moves)),
            _array("uint32_t", "legal", game.legal_at),
            _array("uint32_t", "does", game.does_at),
            _array("int32_t", "noop", (_or_none(one) for one in game.noops)),
            _array("int32_t", "control", (_or_none(one) for one in game.controls)),
            _array("uint32_t", "goals_at", ends),
            _array("struct ground_goal", "goals", told),
            _array("uint64_t", "lines", map(hex, rows.words)),
            *blocks,
            effects,
        )
    )


def state_words(game: Propositional) -> int:
    """How many words a state takes."""
    return game.legal_at[0] // WORD


def _blocks_text(name: str, blocks: Sequence[Block], rows: _Rows) -> str:
    added = [(*rows.add(block.lines), block.repeats) for block in blocks]
    told = (f"{{{from_}, {to}, {int(repeats)}}}" for from_, to, repeats in added)
    return f"#define GROUND_{name.upper()} {len(blocks)}\n{_array('struct ground_block', name, told)}"


def _effects_text(game: Propositional, rows: _Rows) -> str:
    moves = [at + n for at, of in zip(game.does_at, game.moves, strict=True) for n in range(len(of))]
    texts, told = [], []
    for number, one in enumerate(game.effects):
        starts = [rows.add(one.of_moves.get(move, ()))[0] for move in moves]
        texts.append(_array("uint32_t", f"of_{number}", (*starts, len(rows.words))))
        from_, to = rows.add(one.general)
        told.append(f"{{{from_}, {to}, {int(one.repeats)}, ground_of_{number}}}")
    return "\n".join((*texts, _array("struct ground_effect", "effects", told)))


def _array(kind: str, name: str, items: Iterable[object]) -> str:
    """An array, which has one item at the least: C has no empty ones."""
    text = ",".join(map(str, items))
    return f"static const {kind} ground_{name}[] = {{{text or '0'}}};"


def _or_none(number: int | None) -> int:
    return -1 if number is None else number


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


MOST_WORDS = 400
"""How many words a state may take."""

RULES = """
initial(Pos) :- 'own grounded start'(START, Pos).
max_to_move('BITS'(0, ANY)).
min_to_move('BITS'(1, ANY)).
moves(Pos, Nexts) :- 'own grounded successors'(Pos, Nexts).
move(Pos, Move, Next) :-
    'own grounded moves'(Pos, Moves),
    'own grounded successors'(Pos, Nexts),
    'own grounded pair'(Moves, Nexts, Move, Next).
staticval(Pos, Val) :- 'own grounded value'(Pos, Val).

'own grounded pair'([Move|_], [Next|_], Move, Next).
'own grounded pair'([_|Moves], [_|Nexts], Move, Next) :- 'own grounded pair'(Moves, Nexts, Move, Next).

% PRIMITIVE: of these types

'own grounded start'('BITS'(_, SAME), 'BITS'(0, SAME)).
'own grounded moves'('BITS'(_, ANY), [0]).
'own grounded successors'('BITS'(Role, SAME), ['BITS'(Role, SAME)]).
'own grounded value'('BITS'(0, ANY), 0).
"""


@dataclass(frozen=True)
class GroundedRules:
    """A sheet's rules as they are compiled to C."""

    rules: Normal
    primitives: Mapping[str, Primitive]
    text: str
    """What the primitives call, in C."""
    coding: Coding
    lines: int
    """How many conditions there are."""


def grounded_rules(game: Propositional) -> GroundedRules:
    """The rules of a grounded sheet. Raises TooLargeError."""
    words = state_words(game)
    if words > MOST_WORDS:
        raise TooLargeError(f"a state has more than {MOST_WORDS * WORD:,} facts")
    text = RULES.replace("'BITS'", f"'{BITS}'")
    coding = coding_of(game)
    first = term_text(coding.words(0, game.start))
    for word, meant in {"START": first, "ANY": _any("_", words), "SAME": _any("W", words)}.items():
        text = text.replace(word, meant)
    header = (resources.files("pydecl.grounding") / "grounded.h").read_text(encoding="utf-8")
    made = {f"own grounded {name}": _Primitive(words, write) for name, write in WRITERS.items()}
    return GroundedRules(
        normal(read_rules(text, "grounded.pl")), made, f"{tables_text(game)}\n{header}", coding, game.lines
    )


def coding_of(game: Propositional) -> Coding:
    """What the bits mean."""
    return Coding(*([term_text(term) for term in of] for of in (game.roles, game.facts, *game.moves)))


def _any(name: str, words: int) -> str:
    return ", ".join("_" if name == "_" else f"{name}{n}" for n in range(words))


@dataclass(frozen=True)
class _Primitive:
    """The statements that the function of a primitive begins with; they return."""

    words: int
    write: Callable[[_Primitive, Emitter], str]

    def __call__(self, e: Emitter) -> Sequence[c.Statement]:
        return (c.Verbatim(f"{{ {self.given(e)} {self.write(self, e)} }}"),)

    def given(self, e: Emitter) -> str:
        """The state of the position, as words, and its role."""
        words = (f"(Bits){self.field(e, n + 1)}" for n in range(self.words))
        return f"const Bits facts[] = {{{', '.join(words)}}}; I role = {self.field(e, 0)}; (void)role;"

    def field(self, e: Emitter, number: int) -> str:
        """A field of the position."""
        node = e.instance.parameters[0]
        place = e.layout.field(e.variable(e.procedure.parameters[0]), node, (BITS, self.words + 1), number)
        return printer.expression(place)


def _moves(_: _Primitive, e: Emitter) -> str:
    kind, room = _list(e)
    each = "for (int32_t i = 0; i < count; i++) r.p[i] = moves[i];"
    return f"{CHOSEN} {kind} r = {room}(count); r.n = count; {each} *out0 = r; return true;"


def _successors(one: _Primitive, e: Emitter) -> str:
    kind, room = _list(e)
    element = e.layout.element(e.instance.results[0])
    role, *fields = (
        e.layout.field_text("r.p[i]", element, (BITS, one.words + 1), n) for n in range(one.words + 1)
    )
    stored = " ".join(f"{field} = (I)next[{n}];" for n, field in enumerate(fields))
    each = f"Bits next[{one.words}]; {role} = ground_follow(role, moves[i], wait, next); {stored}"
    loop = f"for (int32_t i = 0; i < count; i++) {{ {each} }}"
    return f"{CHOSEN} {kind} r = {room}(count); r.n = count; {loop} *out0 = r; return true;"


def _start(one: _Primitive, e: Emitter) -> str:
    node = e.instance.results[0]
    role, *fields = (
        e.layout.field_text("(*out0)", node, (BITS, one.words + 1), n) for n in range(one.words + 1)
    )
    stored = " ".join(f"{field} = (I)facts[{n}];" for n, field in enumerate(fields))
    return f"{role} = ground_mover(facts); {stored} return true;"


CHOSEN = "int32_t wait = 0, moves[GROUND_MOST]; int32_t count = ground_choose(role, facts, moves, &wait);"
"""The moves of the role to move."""


def _list(e: Emitter) -> tuple[str, str]:
    """The type of the list that is the result, and the function that makes room for one."""
    node = e.instance.results[0]
    return e.layout.c(node), e.layout.need("room", node)


WRITERS: Mapping[str, Callable[[_Primitive, Emitter], str]] = {
    "moves": _moves,
    "successors": _successors,
    "start": _start,
    "value": lambda _, __: "return ground_worth(facts, out0);",
}
