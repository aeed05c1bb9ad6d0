"""The back end: a program of the intermediate language (`ir`) becomes one file of C.

Begin with `program`, which puts the file together. `type_inference` finds the type of each variable, and
`layout` decides how C holds the types. `procedures` writes a procedure as functions; `goals`, `calls`,
`blocks` and `library` write its goals, `values` and `arithmetic` their expressions. All of them
build nodes of `tree`, from which `printer` makes text, and share an `emitter`, which holds what is written so
far and what to do if a goal fails.

`loops`, `tables` and `memoisation` know faster ways for procedures of certain forms.
`game_interface`, `primitives` and `serialisation` are there for the search programs. `headers` has
the C that all programs share. Whoever meets something that C does not cover raises `NotCoveredError`.
Who may come in: what compiles a text (`texts`), and grounding. It must not know Prolog's text or a game.
"""
