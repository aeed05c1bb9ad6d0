"""The table of the programs in `docs/programs.md`, from what they declare.

`python tests/support/program_table.py` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from folders import ROOT

from pydecl.model.program import Declaration, Kind, Movers, Tie
from pydecl.programs.registry import DECLARED

PAGE = ROOT / "docs" / "programs.md"

HEADER = (
    "| program | what it is | source | contract | ties | window | beyond moves, movers and `staticval/2` |",
    "|---|---|---|---|---|---|---|",
)


def rows() -> Iterator[str]:
    """A line for each program."""
    shown = [one for one in DECLARED.values() if one.summary]
    for one in sorted(shown, key=lambda one: (not one.textbook, one.place, one.name)):
        contract = one.contract
        ties = "–" if contract.tie is Tie.NONE else contract.tie.value
        window = "yes" if contract.window else "no"
        cells = [
            f"`{one.name}`",
            one.summary,
            one.source,
            contract.kind.value,
            ties,
            window,
            "; ".join(beyond(one)),
        ]
        yield "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"


def beyond(one: Declaration) -> Iterator[str]:
    """What a program asks of the rules that minimax does not."""
    asked = [f"`{name}`" for name in (*(("terminalwon/1", "terminallost/1") if one.ends else ()), *one.needs)]
    if asked:
        yield ", ".join(asked)
    if one.movers is Movers.CHANCE:
        yield "`chance/3`, if there is chance"
    if one.inner_values:
        yield "values of all positions, not only of ends"
    if one.contract.kind is Kind.ESTIMATE:
        yield "values that are finite"
    if not one.values:
        yield "no value"


def table() -> str:
    """The whole table, as it stands in the page."""
    return "\n".join((*HEADER, *rows())) + "\n"


def page(text: str) -> str:
    """The page with the table as it must be now."""
    start = text.index(HEADER[0])
    return text[:start] + table() + text[text.index("\n\n", start) + 1 :]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
