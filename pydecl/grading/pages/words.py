"""The verdict on a part, and what holds of it, as a student reads it."""

from __future__ import annotations

from pydecl.grading.part import RULES, Part, State

VERDICTS = {
    State.AGREES: "right",
    State.DIFFERS: "not right",
    State.PRUNES_NOTHING: "right, but prunes nothing",
    State.RULES_BROKEN: "not judged: the rules are broken",
    State.REFUSED: "cannot be read",
    State.LIMIT: "stopped at its limit",
    State.DIED: "crashed",
    State.MISSING: "missing",
    State.FAULT: "not judged: a fault of pydecl",
    State.SYSTEM_LIMIT: "not judged: the machine was too busy",
}

ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def verdict(part: Part) -> str:
    """A few words."""
    return VERDICTS[part.state]


def holds(part: Part) -> str:
    """What is known of a part that is right."""
    if part.name == RULES:
        return f"The rules say the same as the reference's: {part.message}."
    asked = part.message.partition("; ")[2] or part.message
    return f"{part.name} gives the right answers: {asked}."


def asked_for(name: str) -> str:
    """What a part had to do.

    >>> asked_for("minimax/3")
    'minimax/3: the backed-up value of a position, and a best move'
    """
    program = name.partition("/")[0]
    said = {
        RULES: "the moves, who is to move, and what an end is worth, as in the reference",
        "won": "whether MAX can win",
        "minimax": "the backed-up value of a position, and a best move",
        "alphabeta": "the same answers as minimax's, without looking at what cannot matter",
        "bestmove": "a best move",
        "best_move": "a best move",
    }
    return f"{name}: {said.get(program, 'its part of the textbook alphabeta')}"


def ordinal(number: int) -> str:
    """A place in a row.

    >>> ordinal(2), ordinal(12)
    ('second', '12th')
    """
    return ORDINALS[number] if 0 < number < len(ORDINALS) else f"{number}th"
