"""What all child processes share: the process, its frames, its walls and its limits.

In the room: a process that is started, asked and ended at its deadline (`process`, `session`), its
confinement and limits (`walls`, `seccomp`), how it starts fast (`fork_server`), what its replies may be, and
the one executor of long work: here, in a pool, or on a cluster (`executing`).
Who may come in: engines, the process that reads texts, and whatever shares work among processes.
It must not know games, rules or searches: what is computed inside is the child's matter.
"""
