"""The codes, explained: one at a time, and all on a page."""

from __future__ import annotations

from difflib import unified_diff

from pydecl.rules.catalogue.codes import CATALOGUE
from pydecl.rules.finding import Code

RANGES = {
    "P0": "Syntax",
    "P1": "Names",
    "P2": "Meaning",
    "P3": "Positions",
    "P4": "Loading",
}
"""What the codes that begin so are about."""

HEAD = """\
# What `pydecl check` finds

Look up a code here: why it matters, what to do, and an example of what is wrong (`-`) and right (`+`).
`pydecl check --explain CODE` shows both as whole files, and `--write docs/checks.md` writes this page. An
error refuses the file, or ends every search that reaches the position; a warning may make an answer wrong; a
note never does.
"""


LONGEST = 240
"""The most characters of a line of an example; of a longer one the two ends are shown."""

ENDS = 30


def explained(code: Code) -> dict[str, str]:
    """The fields of a code, in words."""
    return {
        "code": code.name,
        "severity": code.severity.value,
        "title": code.title,
        "why": code.why,
        "remedy": code.remedy,
        "wrong": code.wrong,
        "right": code.right,
    }


def shortened(line: str) -> str:
    """A line of an example, where it is very long without its middle.

    >>> shortened("a(" + 1000 * "(" + 1000 * ")" + ").")
    'a((((((((((((((((((((((((((((( … ))))))))))))))))))))))))))))).'
    """
    return line if len(line) <= LONGEST else f"{line[:ENDS]} … {line[-ENDS:]}"


def page() -> str:
    """The page of all codes, as Markdown."""
    parts = [HEAD]
    for beginning, title in RANGES.items():
        codes = [code for code in CATALOGUE.values() if code.name.startswith(beginning)]
        if codes:
            parts += [f"## {title}\n", *map(_section, codes)]
    return "\n".join(parts)


def _section(code: Code) -> str:
    remedy = code.remedy.rstrip(".")
    lines = [
        f"### {code.name} ({code.severity.value}): {code.title}\n",
        f"{code.why} {remedy[0].upper()}{remedy[1:]}.\n".replace("\\", "\\\\"),
    ]
    if code.wrong:
        lines += ["```diff", *_difference(code), "```\n"]
    return "\n".join(lines)


def _difference(code: Code) -> list[str]:
    """The lines that differ between the two examples, the wrong ones first."""
    wrong, right = code.wrong.splitlines(), code.right.splitlines()
    return [
        shortened(line)
        for line in unified_diff(wrong, right, lineterm="", n=0)
        if not line.startswith(("---", "+++", "@@"))
    ]
