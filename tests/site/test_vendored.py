"""What others wrote and the pages load is what `docs/vendoring` says, with its licence."""

from __future__ import annotations

import hashlib

import pytest
from folders import ROOT

RECORDS = sorted((ROOT / "docs" / "vendoring").glob("*.txt"))


@pytest.mark.parametrize("name", [path.stem for path in RECORDS])
def test_a_vendored_file_is_the_one_that_was_published(name: str) -> None:
    lines = (ROOT / "docs" / "vendoring" / f"{name}.txt").read_text("utf-8").splitlines()
    record = {key: value.strip() for key, _, value in (line.partition(" ") for line in lines)}
    data = (ROOT / record["file"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == record["sha256"]
    version = record["package"].rpartition("@")[2]
    assert f"v{version}".encode() in data[:200]
    licence, _, path = record["licence"].partition(", ")
    assert "Permission to use" in (ROOT / path).read_text("utf-8")
    notice = (ROOT / "NOTICE").read_text("utf-8")
    assert record["file"] in notice
    assert f"{licence} license" in notice


def test_every_vendored_file_has_a_record_here() -> None:
    assert "d3-hierarchy" in [path.stem for path in RECORDS]
