"""A sheet's propositional form in C: its tables, behind which `headers/grounded.h` stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydecl.compiler.gdl.lines import Block, Line
from pydecl.compiler.gdl.propositional import WORD, Propositional

ONES = (1 << WORD) - 1


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
    told = (f"{{{from_}, {to}, {int(repeats)}}}" for (from_, to), repeats in _added(blocks, rows))
    return f"#define GROUND_{name.upper()} {len(blocks)}\n{_array('struct ground_block', name, told)}"


def _added(blocks: Sequence[Block], rows: _Rows) -> list[tuple[tuple[int, int], bool]]:
    return [(rows.add(block.lines), block.repeats) for block in blocks]


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
