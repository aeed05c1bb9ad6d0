"""Solution trees for Graphviz: graphs, in which each entry stands once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.model.proof import Certificate, Kind
from pydecl.model.term import Term
from pydecl.proving.writing import Writer
from pydecl.workbench.drawing.tree_dot import quoted

SHAPES = {Kind.OR: "box", Kind.AND: "ellipse", Kind.LEAF: "plaintext"}


def proof_dot(writer: Writer, certificates: Sequence[Certificate[Term]]) -> str:
    """Boxes where one answer is enough, ellipses where all replies count, leaves with values."""
    return "\n".join(["digraph proof {", *_clusters(writer, certificates), "}"])


def _clusters(writer: Writer, certificates: Sequence[Certificate[Term]]) -> Iterator[str]:
    for cluster, certificate in enumerate(certificates, 1):
        writer.fetch(certificate)
        yield f"  subgraph cluster_{cluster} {{"
        yield f"    label={quoted(writer.statement(certificate))};"
        for entry in reversed(certificate.entries):
            node = f"c{cluster}n{entry.number}"
            label = writer.position(entry.position)
            if entry.kind is Kind.LEAF:
                label += "\n" + writer.note(certificate, entry)
            yield f"    {node} [shape={SHAPES[entry.kind]}, label={quoted(label)}];"
            for move, below in writer.branches(certificate, entry):
                yield f"    {node} -> c{cluster}n{below.number} [label={quoted(move)}];"
        yield "  }"
