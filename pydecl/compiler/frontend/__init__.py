"""The front end: predicates in Prolog become procedures of the intermediate language (`ir`).

Begin with `mode_analysis`, which compiles each predicate once for each mode in which it is called. The
predicates come from `normal`, their grammar rules from `dcg`; `loaded` gives it the clauses that SWI-Prolog
has, and `modules` joins those of several modules. The constructs of Prolog are in `control`, calls of
predicates in `calls`; arithmetic, unification, all-solutions predicates and others have a module each. The
folder `library` has what SWI-Prolog's library does, written in Prolog.

`instantiation` says what is known of a variable where a goal stands; `simplification` is about library
predicates whose arguments are known in part, `partial_terms` about compounds that are filled or changed
argument by argument, `changed_facts` about facts that change within snapshot/1, and `global_variables` about
what nb_setval/2 and its kin keep.
Who may come in: the compiler's own modules, and what compiles a text. It must not know C, games or engines.
"""
