"""The data files are found in a checkout, and a missing one is named."""

from pathlib import Path

import pytest

from pydecl import paths
from pydecl.errors import InputError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package folder with the data beside it, as in a checkout."""
    (tmp_path / "prolog" / "games").mkdir(parents=True)
    (tmp_path / "prolog" / "games" / "nim.pl").touch()
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars" / "tree.lark").touch()
    (tmp_path / "package").mkdir()
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path / "package")
    return tmp_path / "package"


def test_a_checkout_has_its_data_beside_the_package(package: Path) -> None:
    assert paths.prolog_file("games", "nim.pl") == package.parent / "prolog" / "games" / "nim.pl"
    assert paths.grammar_file("tree.lark") == package.parent / "grammars" / "tree.lark"


def test_a_folder_can_be_asked_for(package: Path) -> None:
    assert paths.prolog_file("games") == package.parent / "prolog" / "games"


def test_an_installed_package_looks_only_inside_itself(package: Path) -> None:
    (package / "data" / "grammars").mkdir(parents=True)
    (package / "data" / "grammars" / "tree.lark").touch()
    assert paths.grammar_file("tree.lark") == package / "data" / "grammars" / "tree.lark"
    with pytest.raises(InputError):
        paths.prolog_file("games", "nim.pl")


@pytest.mark.usefixtures("package")
def test_a_missing_file_is_named() -> None:
    with pytest.raises(
        InputError, match=r"own file prolog/games/chess\.pl is missing: the installation is inc"
    ):
        paths.prolog_file("games", "chess.pl")
