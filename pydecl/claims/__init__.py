"""What the lectures claim, worked out: `pydecl claims`.

`sentences.txt` has each sentence behind the name of its claim, and below it what is tried. What decides the claim
l19-or-node is `_l19_or_node` in the lecture's module, over experiments that claims share.
"""
