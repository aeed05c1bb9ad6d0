"""What comes from others into the pages: it is what was bundled, and says whose it is."""

from __future__ import annotations

import hashlib
import json
import re

from folders import ROOT

VENDORING = ROOT / "docs" / "vendoring"
VENDOR = ROOT / "pydecl" / "workbench" / "site" / "static" / "assets" / "vendor"


def test_each_file_is_the_one_that_was_bundled() -> None:
    lines = (VENDORING / "SHA256SUMS").read_text("utf-8").splitlines()
    said = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert said == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.iterdir()
        if path.is_file()
    }


def test_each_package_has_its_licence_beside_and_is_in_the_notice() -> None:
    wanted = json.loads((VENDORING / "package.json").read_text("utf-8"))["devDependencies"]
    licences = (VENDOR / "codemirror.LICENSE.txt").read_text("utf-8")
    bundled = dict(re.findall(r"^(@?[\w/-]+) (\d+\.\d+\.\d+) \(MIT\)$", licences, re.MULTILINE))
    assert len(bundled) == licences.count("Permission is hereby granted")
    whole = {name: version for name, version in wanted.items() if (VENDOR / f"{name}.js").is_file()}
    assert {**bundled, **whole, "esbuild": wanted["esbuild"]}.items() >= wanted.items()
    notice = (ROOT / "NOTICE").read_text("utf-8")
    for path in VENDOR.glob("*.js"):
        assert path.relative_to(ROOT).as_posix() in notice
        assert path.with_suffix(".LICENSE.txt").read_text("utf-8")


def test_versions_are_exact_and_no_registry_is_named() -> None:
    wanted = json.loads((VENDORING / "package.json").read_text("utf-8"))["devDependencies"]
    locked = json.loads((VENDORING / "package-lock.json").read_text("utf-8"))["packages"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    for name in ("package.json", "package-lock.json", ".npmrc"):
        text = (VENDORING / name).read_text("utf-8")
        assert "://" not in text
        assert '"resolved"' not in text
