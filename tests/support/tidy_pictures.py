"""The boxes of a picture: whether they lie apart, and their texts within them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

from pydecl.workbench.drawing.svg import ADVANCE, cells

SVG = "{http://www.w3.org/2000/svg}"


def boxes(picture: str) -> Iterator[tuple[float, float, float, float, list[ElementTree.Element]]]:
    """Left, right, top and bottom of each node, and the texts of its group."""
    for group in ElementTree.fromstring(picture.encode()).iter(f"{SVG}g"):
        texts = [one for one in group if one.tag == f"{SVG}text"]
        (box,) = (
            one for one in group if one.tag in (f"{SVG}rect", f"{SVG}polygon") and one.get("class") != "page"
        )
        if box.tag == f"{SVG}rect":
            x, y, wide, high = (float(box.attrib[name]) for name in ("x", "y", "width", "height"))
            yield x, x + wide, y, y + high, texts
        else:
            points = [tuple(map(float, point.split(","))) for point in box.attrib["points"].split()]
            across, down = [point[0] for point in points], [point[1] for point in points]
            yield min(across), max(across), min(down), max(down), texts


def check_tidy(picture: str, count: int) -> None:
    """No two nodes overlap, and the two lines of each lie within it, as it lies within the picture."""
    found = list(boxes(picture))
    assert len(found) == count
    root = ElementTree.fromstring(picture.encode())
    rows: dict[float, list[tuple[float, float]]] = {}
    for left, right, top, bottom, texts in found:
        rows.setdefault(top, []).append((left, right))
        assert left >= 0
        assert right <= float(root.attrib["width"])
        assert bottom <= float(root.attrib["height"])
        inside = [text for text in texts if top < float(text.attrib["y"]) < bottom]
        assert len(inside) == 2
        for text in inside:
            half = cells("".join(text.itertext())) * ADVANCE * float(text.attrib["font-size"]) / 2
            assert left <= float(text.attrib["x"]) - half + 0.02
            assert float(text.attrib["x"]) + half <= right + 0.02
    tops = sorted(rows)
    assert all(below - above >= 40 for above, below in pairwise(tops))
    for row in rows.values():
        row.sort()
        assert all(right <= left + 0.02 for (_, right), (left, _) in pairwise(row))
