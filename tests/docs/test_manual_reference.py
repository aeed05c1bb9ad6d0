"""What the manual reads off commands, Python and Prolog."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from folders import rules_file
from reference import commands, filled, markdown, prolog, python

from pydecl.cli.commands import COMMANDS

PLDOC = """\
:- module(pydecl_file,
          [ twice/2,                    % +N, -M
            same//1
          ]).

/*  file: doubles.

    Ties: none.
*/

%!  twice(+N, -M) is det.
%
%   M is 2 N:
%
%       M = N + N
%
%   Always.

twice(N, M) :- M is 2 * N.
"""

OLDER = """\
%   best(+Pos, -Val): Val is what
%   best/2 says.
%
%   Source: a lecture.

best(a, 1).     % no more
"""


@pytest.mark.parametrize("module", [markdown, python])
def test_the_examples_in_the_docstrings_run(module: object) -> None:
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert found.attempted
    assert not found.failed


def written(folder: Path, text: str) -> prolog.PrologFile:
    file = rules_file(folder, text, "file.pl")
    return prolog.read(file)


def test_pldoc_s_comments_are_read(tmp_path: Path) -> None:
    file = written(tmp_path, PLDOC)
    assert file.exports == {"twice/2": "+N, -M", "same//1": ""}
    assert list(prolog.paragraphs(file.header)) == ["file: doubles.", "**Ties.** none."]
    (one,) = file.predicates
    assert one.signature == "twice(+N, -M) is det"
    assert list(prolog.paragraphs(one.text)) == ["M is 2 N:", "```text\nM = N + N\n```", "Always."]


def test_the_older_comments_are_read(tmp_path: Path) -> None:
    file = written(tmp_path, OLDER)
    (one,) = file.predicates
    assert one.signature == "best(+Pos, -Val)"
    assert list(prolog.paragraphs(one.text)) == ["Val is what `best/2` says.", "**Source.** a lecture."]
    assert file.header == ""
    assert file.clauses.strip() == "best(a, 1).     % no more"


def test_every_documented_predicate_that_is_exported_is_in_the_reference() -> None:
    for folder in ("textbook", "refined", "support"):
        page = prolog.reference(folder)
        for path in (prolog.PROLOG / folder).glob("*.pl"):
            file = prolog.read(path)
            for name in file.exports:
                assert name in page, path
    assert "betterof(+Pos0, +Val0, +Pos1, +Val1, -Pos, -Val)" in prolog.reference("textbook")


def test_every_option_is_in_the_reference() -> None:
    page = commands.reference()
    for name in COMMANDS:
        section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert f"pydecl {name}" in section
        for one in commands.command(name).params:
            if one.param_type_name == "option" and not one.hidden and "--help" not in one.opts:
                assert f"`{one.opts[0]}" in section, name


def test_a_marker_that_is_unknown_is_no_marker_of_a_page() -> None:
    assert filled("one\n\ntwo") == "one\n\ntwo"
    with pytest.raises(KeyError, match="nothing"):
        filled("<!-- reference: nothing -->")
