"""Modules of JavaScript joined into one, for places that take a single module.

It knows what the stepper's modules say: `import { a, b as c } from "./file.js"` and `export` before a
function, a class or a constant at the beginnings of lines, and `export { a, b as c }`.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     one, two = Path(folder, "one.js"), Path(folder, "two.js")
...     _ = one.write_text("export const x = 1;\\n")
...     _ = two.write_text('import { x as y } from "./one.js";\\nexport const z = y + 1;\\n')
...     print(joined(two))
const module1 = (() => {
const x = 1;
return { x };
})();
const module2 = (() => {
const { x: y } = module1;
const z = y + 1;
return { z };
})();
export const { z } = module2;
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from pydecl.workbench.site.modules import IMPORT

_DECLARED = re.compile(r"^export ((?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"\bexport\s*\{([^}]*)\};?\s*$")


@dataclass
class _Joining:
    numbers: dict[Path, int] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)

    def add(self, file: Path) -> tuple[int, list[str]]:
        """A module after all that it imports: its number, and the names that it exports."""
        text = file.read_text("utf-8")
        for _, path in IMPORT.findall(text):
            if (other := (file.parent / path).resolve()) not in self.numbers:
                self.add(other)
        exported = {name: name for _, name in _DECLARED.findall(text)}
        if listed := _LISTED.search(text):
            exported |= {outside: inside for inside, outside in _pairs(listed[1])}
        body = _LISTED.sub("", _DECLARED.sub(r"\1", IMPORT.sub(lambda found: self._taken(file, found), text)))
        told = ", ".join(name if name == inside else f"{name}: {inside}" for name, inside in exported.items())
        number = self.numbers[file.resolve()] = len(self.numbers) + 1
        self.texts.append(f"const module{number} = (() => {{\n{body.strip()}\nreturn {{ {told} }};\n}})();")
        return number, list(exported)

    def _taken(self, file: Path, found: re.Match[str]) -> str:
        number = self.numbers[(file.parent / found[2]).resolve()]
        names = ", ".join(a if a == b else f"{a}: {b}" for a, b in _pairs(found[1]))
        return f"const {{ {names} }} = module{number};"


def _pairs(names: str) -> list[tuple[str, str]]:
    """The names of a list, before and after `as`."""
    words = [one.split() for one in names.split(",") if one.strip()]
    return [(one[0], one[-1]) for one in words]


def joined(file: Path) -> str:
    """One module that exports what this one does; it holds all that this one imports."""
    joining = _Joining()
    number, names = joining.add(file)
    return "\n".join([*joining.texts, f"export const {{ {', '.join(names)} }} = module{number};"])
