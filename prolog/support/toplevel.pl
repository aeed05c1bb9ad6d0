:- use_module(worker).

/*  SWI-Prolog's own top level on a game: `swipl toplevel.pl -- FILE GAME` carries out the requests in FILE,
    one canonical term each, which make the game of this name, and leaves the user in module `top`.
*/

:- initialization(start, main).

:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.

start :-
    current_prolog_flag(argv, [File, Game|_]),
    setup_call_cleanup(open(File, read, Stream, [encoding(utf8)]),
                       without_warnings(requests(Stream)),
                       close(Stream)),
    catch(delete_file(File), _, true),
    set_prolog_flag(toplevel_mode, backtracking),
    '$set_source_module'(_, top),
    module(top),
    format("~w, won/1, minimax/3 and alphabeta/5 are loaded: try initial(P), minimax(P, Best, Val).~n", [Game]),
    prolog.

%   What is wrong with the rules has been said when they were consulted; whoever runs the programs by hand
%   need not hear of how they are put together.

without_warnings(Goal) :-
    setup_call_cleanup(asserta(user:message_hook(_, warning, _), Hook),
                       Goal,
                       erase(Hook)).

requests(Stream) :-
    read_term(Stream, Request, []),
    (   Request == end_of_file
    ->  true
    ;   pydecl_worker:answer(Request, _, _),
        requests(Stream)
    ).
