"""Solution trees as certificates: a claim about a position, proved, written, and checked again.

In the room: the `prover`, which makes certificates on an engine and verifies them, and how they are written.
Who may come in: the programming interface, pictures of proofs, and the command line.
It must not know a face. A certificate is checked by the rules alone, not by the search that found it.
"""
