:- module(top, []).

/*  The textbook programs on the game's plain positions, with nothing attached: what a user meets at
    SWI-Prolog's own top level and in a session's queries. What is not defined here is looked up in the
    whole interface (`pydecl_game`), then in the rules file.
*/

:- add_import_module(top, rules, start).
:- add_import_module(top, pydecl_game, start).

:- include('../textbook/won').
:- include('../textbook/minimax').
:- include('../textbook/alphabeta').
