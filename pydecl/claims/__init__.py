"""What the four lectures say, sentence by sentence, each with a verdict that is computed.

`sentences.txt` has each sentence behind the name of its claim, and below it the scope in which it is decided.
What decides the claim l19-or-node is `_l19_or_node` in the lecture's module; `workshop`, `trees`, `windows`
and `exploring` are experiments that claims share. No verdict is written down.
Who may come in: `pydecl claims`, and the web pages that work claims out. It must not know a face.
"""
