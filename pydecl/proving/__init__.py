"""Solution trees as certificates: a claim about a position, proved, written, and checked again."""
