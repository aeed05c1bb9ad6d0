"""Single comparisons: counted, and the first that differs is raised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydecl.engines.registry import REFERENCE
from pydecl.errors import ContractError
from pydecl.model.number import number_text
from pydecl.model.program import LookedUp, Program


class DivergenceFound(Exception):  # noqa: N818  a finding, not an error
    """The engines differ on `subject`, or all answer something else than is `expected`."""

    def __init__(
        self,
        subject: str,
        answers: Mapping[str, object],
        *,
        expected: str | None = None,
        program: Program | LookedUp | None = None,
    ) -> None:
        self.subject = subject
        self.answers = {engine: str(answer) for engine, answer in answers.items()}
        self.expected = expected
        self.program = program


@dataclass
class Tally:
    """How many answers were compared."""

    comparisons: int = 0

    def answers(self, subject: str, reference: object, other: object, engine: str) -> None:
        """Hold another engine's answer against the reference's; that a leaf's value is unknown is one, too.

        Raises DivergenceFound where they differ, and ContractError where both are that error.
        """
        self.comparisons += 1
        if reference != other:
            raise DivergenceFound(subject, {REFERENCE: reference, engine: other})
        if isinstance(reference, ContractError) and reference.fault != "unknown_value":
            raise reference


def attempt(question: Callable[[], object]) -> object:
    """The answer, or the ContractError that stands for it."""
    try:
        return question()
    except ContractError as error:
        return error


def exact(value: object) -> str:
    """A value's text: 1 and 1.0 are different answers."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return number_text(value)  # type: ignore[arg-type]
