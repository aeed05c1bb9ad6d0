"""What the four lectures say, sentence by sentence, each with a verdict that is computed.

No verdict is written down. A claim is a sentence, its scope, and a function that works out whether the
sentence holds there and what shows it.
"""
