"""Machine code: a C compiler found, C built and kept, and run in a child process.

In the room: compilers and the cache of what was built, the child that runs it and the calls to it, solving,
splitting a search over cores, facts for the twins in Python; `headers` has the searches in C.
Who may come in: the registry of engines, and benchmarks of C by hand.
It must not know how rules become C (`compiler`), nor run anything in the parent's process.
"""
