"""Whatever a rules file is encoded in, Python and SWI-Prolog read the same clauses at the same places."""

from __future__ import annotations

import codecs
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pydecl.checking.check import check_file
from pydecl.engines.prolog.installation import swipl_program
from pydecl.errors import SourceError
from pydecl.loading.consulting import consult
from pydecl.model.reader import read_term
from pydecl.rules.encoding import NAMES, decoded, directives, with_names_of_utf_8
from pydecl.rules.reader import read_rules, term_of


def by_directive(name: str) -> Callable[[str], bytes]:
    return lambda text: f":- encoding({name}).".encode() + text.encode(NAMES[name.strip("'")])


FORMS: dict[str, Callable[[str], bytes]] = {
    "a mark of UTF-8": lambda text: codecs.BOM_UTF8 + text.encode(),
    "a mark of UTF-16LE": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "a mark of UTF-16BE": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "undeclared Windows-1252": lambda text: text.encode("cp1252"),
    **{name: by_directive(name) for name in ("iso_latin_1", "ascii", "text", "octet", "utf8")},
    **{name: by_directive(name) for name in ("unicode_le", "unicode_be", "'windows-1252'")},
}


GAME = """
initial(a).
moves(a, ['é',c]).
max_to_move(a).
min_to_move('é'). min_to_move(c).
:- include(werte).
value_of(c, 2).
staticval(P, V) :- value_of(P, V).
"""
VALUES = "\n% Café\n:- discontiguous(value_of/2).\nvalue_of('é', 1).\nodd('ß', Only).\n"


# The text

WORDS = st.text("aé ßñ%'\"ÿ×", max_size=6)


@settings(suppress_health_check=[HealthCheck.too_slow])  # of the wall's time, on a busy machine
@given(st.lists(WORDS, max_size=3), st.sampled_from(sorted(FORMS)))
def test_the_same_clauses_whatever_the_encoding(words: list[str], form: str) -> None:
    quoted = [word.replace("'", "''") for word in words]
    text = "\n/* : */ first('\xe9 x').\n" + "".join(f"p('{word}').  q.\n" for word in quoted)
    found = decoded(FORMS[form](text), "g.pl")
    assert found.text.endswith(text)
    assert [note.code for note in found.notes] == ["P412"]
    ours, plain = read_rules(found.text), read_rules(text)
    there = [(term_of(one.term), plain.place(one.span.start)) for one in plain.clauses]
    here = [(term_of(one.term), ours.place(one.span.start)) for one in ours.clauses]
    assert here[-len(there) :] == there


def test_plain_utf_8_is_read_without_a_note() -> None:
    for text in ("p('é').", "p(a).", "", "% :- encoding(morse).\nx(':- encoding(morse).', 0'')."):
        assert (decoded(text.encode(), "g").text, decoded(text.encode(), "g").notes) == (text, [])


def test_a_text_that_is_mostly_utf_8_keeps_it() -> None:
    found = decoded("% déjà vu\n%".encode() + b"\x80\n", "g.pl")
    assert found.text == "% déjà vu\n%€\n"
    assert [(note.line, note.column, note.source_line) for note in found.notes] == [(2, 2, "%€")]


def test_an_encoding_holds_from_its_directive_to_the_next() -> None:
    e = "é".encode()
    found = decoded(
        b"% " + e + b"\n:- encoding(octet). p(" + e + b").\n:- encoding(utf8).\nq(" + e + b").", "g"
    )
    assert found.text.splitlines()[1:] == [":- encoding(octet). p(Ã©).", ":- encoding(utf8).", "q(é)."]
    assert [(note.line, note.column) for note in found.notes] == [(2, 1), (3, 1)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("/* /* :- encoding(utf8). */ :- encoding(utf8). */ :- encoding(utf8). :-encoding( utf8 ) .", 2),
        ("a :- b. % it's\n?- encoding('UTF-8').", 1),
        ("x(0'', 16'ff, 'it''s', \"'\"). :- encoding(windows-1252).", 1),
        ("a :- encoding(utf8).\n:- encoding(utf8), true.\n:- encoding(utf8)\n", 0),
        ("x = '\n:- encoding(utf8).\n", 0),
    ],
)
def test_what_is_a_directive_that_names_an_encoding(text: str, number: int) -> None:
    assert len(list(directives(text))) == number
    assert with_names_of_utf_8(text).count("utf8") >= number


@pytest.mark.parametrize(
    ("data", "line", "column", "says"),
    [
        (b"p.\n:- encoding(latin9).\n", 2, 1, "unknown encoding latin9: expected utf8"),
        (codecs.BOM_UTF16_LE + "p.\nq".encode("utf-16-le") + b".", 2, 2, "in the middle of a character"),
        (codecs.BOM_UTF16_LE + b"p\0\x00\xd8.\0", 1, 2, "half a character"),
        (codecs.BOM_UTF16_LE + ":- encoding(utf8).".encode("utf-16-le"), 1, 1, "cannot be true"),
        ("p.\n".encode("utf-16-le"), 1, 2, "NUL"),
        (b"p.\n q\0", 2, 3, "NUL"),
        (b"caf\xe9 \x02", 1, 6, "control character U\\+0002"),
        (codecs.BOM_UTF32_LE + "p.".encode("utf-32-le"), 1, 1, "UTF-32"),
    ],
)
def test_what_is_no_text_is_refused_at_its_place(data: bytes, line: int, column: int, says: str) -> None:
    with pytest.raises(SourceError, match=says) as refused:
        decoded(data, "g.pl")
    (found,) = refused.value.diagnostics
    assert (found.code, found.line, found.column) == ("P413", line, column)


# Both readers


@pytest.mark.parametrize(
    "form", ["undeclared Windows-1252", "iso_latin_1", "a mark of UTF-16BE", "unicode_le"]
)
def test_python_and_swi_prolog_load_the_same(tmp_path: Path, form: str) -> None:
    """The rules file and what it includes, each in any encoding, places of messages with them."""
    path = tmp_path / "game.pl"
    path.write_bytes(FORMS[form](GAME))
    (tmp_path / "werte.pl").write_bytes(FORMS["undeclared Windows-1252" if form != "ascii" else form](VALUES))
    with consult(path) as game:
        notes = [note for note in game.warnings if note.code == "P412"]
        assert [Path(note.file).name for note in notes] == ["game.pl", "werte.pl"]
        (singleton,) = (warning for warning in game.warnings if "ingleton" in warning.message)
        assert (Path(singleton.file).name, singleton.line) == ("werte.pl", 5)
        assert len(game.warnings) == 3
        assert game.rules_text is not None
        assert game.rules_text.endswith(GAME)
        loaded = game.session.query("findall(P-V, staticval(P, V), L), moves(a, M), odd(W, _)")
        assert loaded == [
            {
                "P": loaded[0]["P"],
                "V": loaded[0]["V"],
                "L": read_term("[-('é',1),-(c,2)]"),
                "M": read_term("['é',c]"),
                "W": read_term("'ß'"),
                **{name: loaded[0][name] for name in loaded[0].keys() - {"P", "V", "L", "M", "W"}},
            }
        ]


def test_an_included_file_in_utf_8_is_read_so_whatever_includes_it(tmp_path: Path) -> None:
    (tmp_path / "werte.pl").write_text(VALUES.replace("Only", "_"), "utf-8")
    path = rules_file(tmp_path, GAME.replace("'é'", "X").replace("min_to_move(X)", "min_to_move('\\xe9\\')"))
    path.write_text(path.read_text("utf-8").replace("[X,c]", "['\\xe9\\',c]"), "utf-8")
    assert path.read_text("utf-8").isascii()
    with consult(path) as game:
        assert game.session.query("staticval('é', 1)")
        assert list(game.warnings) == []


def test_check_and_consult_say_it_once(pydecl: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.pl"
    path.write_bytes((GAME.replace(":- include(werte).", "value_of('é', 1).")).encode("cp1252"))
    report = check_file(str(path), None)
    assert [(one.code.name, one.line, one.column) for one in report.findings] == [("P412", 3, 12)]
    done = pydecl("check", "--about", path)
    assert (done.code, done.err.count("[P412]")) == (0, 1)
    assert "  moves(a, ['é',c]).\n             ^\n" in done.err
    assert pydecl("search", path, "--engine", "native", "--json").json()["value"] == 2


def test_an_included_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME)
    (tmp_path / "werte.pl").write_bytes(b"value_of(a, 1).\n\0")
    with pytest.raises(SourceError, match=r"werte\.pl:2:1: not a text file"):
        consult(path)


def test_swi_prolog_itself_reads_what_is_declared_so(tmp_path: Path) -> None:
    """Its names, and where an encoding begins to hold; one process reads them all."""
    text = "\np('é').\n"
    forms = ("iso_latin_1", "octet", "text", "utf8", "unicode_le", "a mark of UTF-8", "a mark of UTF-16BE")
    for number, form in enumerate(forms):
        (tmp_path / f"m{number}.pl").write_bytes(FORMS[form](text))
    goal = "forall(between(0, %d, N), (atom_concat(m, N, F), load_files(F:F, []), F:p(X), write(X), nl))"
    done = subprocess.run(
        [swipl_program(), "-q", "-g", goal % (len(forms) - 1), "-t", "halt"],
        cwd=tmp_path,
        capture_output=True,
        env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert done.stdout.decode().split() == ["é"] * len(forms), done.stderr


def test_compounds_without_arguments_are_loaded_as_swi_prolog_loads_them(pydecl: Run, tmp_path: Path) -> None:
    """`p()` is p/0 as a head and as a goal; as data it is a compound, and not the atom."""
    path = tmp_path / "game.pl"
    path.write_text(
        "initial(a).\nmoves(a, [b,c]) :- goes().\ngoes().\nmax_to_move(a).\n"
        "min_to_move(b).\nmin_to_move(c).\nstaticval(b, 1).\nstaticval(c, V) :- value(d, V), goes.\n"
        "value(d(), 3).\nvalue(d, 2).\n"
    )
    values = [pydecl("search", path, "--engine", engine, "--json").json() for engine in ("prolog", "native")]
    assert [(value["value"], value["nodes"]) for value in values] == [(2, 3), (2, 3)]
    assert [clause.indicator for clause in read_rules("p(). p. p() :- q().").clauses] == [("p", 0)] * 3
