"""The front end: predicates in Prolog become procedures of the intermediate language (`ir`).

Begin with `mode_analysis`, which compiles each predicate once for each mode in which it is called. The
predicates come from `normal`; `loaded` gives it the clauses that SWI-Prolog has, and `modules` joins
those of several modules. `compile.CONSTRUCTS` says which function compiles which goal: the constructs of
Prolog are in `control`, calls of predicates in `calls`; arithmetic, unification,
all-solutions predicates and others have a module each.

`instantiation` says what is known of a variable where a goal stands; `simplification` is about library
predicates whose arguments are known in part, `partial_terms` about compounds that are filled or changed
argument by argument, `changed_facts` about facts that change within snapshot/1. `library` lists what is
compiled, and what is not; `explain` tells it to the user.
Who may come in: the compiler's own modules, and what compiles a text. It must not know C, games or engines.
"""
