"""The front end: predicates in Prolog become procedures of the intermediate language (`ir`).

Begin with `mode_analysis`, which compiles each predicate once for each mode in which it is called. The
predicates come from `normal`; `loaded` gives it the clauses that SWI-Prolog has, and `modules` joins
those of several modules. `handlers` is the table that says which function compiles which goal: the
constructs of Prolog are in `control` and `branches`, calls of the file's own predicates in `calls`, of
the library's in `library_calls`; arithmetic, unification, all-solutions predicates, `=>` and others have a
module each.

`instantiation` says what is known of a variable where a goal stands; `partial_lists` is about lists of which
only a part is known, `destructive_update` about setarg/3. `uncompiled` lists what is not compiled, and
`refusals` explains it to the user.
"""
