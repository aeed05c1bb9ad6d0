"""The codes, explained: one at a time, and all on a page."""

from __future__ import annotations

from difflib import unified_diff

from pydecl.rules.catalogue.codes import codes_of
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

Look up a code here: why it matters, what to do, and the wrong line of an example. `pydecl check
--explain CODE` shows the whole example, wrong and right. An error refuses the file, or ends every search that
reaches the position; a warning may make an answer wrong; a note never does. `pydecl check --explain --write
docs/checks.md` writes this page.
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
        "at": ":".join(map(str, code.at)),
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
        if codes := codes_of(beginning):
            parts += [f"## {title}\n", *map(_section, codes)]
    return "\n".join(parts)


def _section(code: Code) -> str:
    remedy = code.remedy.rstrip(".")
    lines = [
        f"### {code.name} ({code.severity.value}): {code.title}\n",
        f"{code.why} {remedy[0].upper()}{remedy[1:]}.\n".replace("\\", "\\\\"),
    ]
    differing = unified_diff(code.wrong.splitlines(), code.right.splitlines(), lineterm="", n=0)
    gone = (line for line in differing if line.startswith("-") and not line.startswith("---"))
    wrong = [f"    {shortened(line[1:])}" for line in gone]
    return "\n".join([*lines, *wrong, ""] if wrong else lines)
