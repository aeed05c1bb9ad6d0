:- use_module(worker).

/*  SWI-Prolog's own top level on a game: `swipl toplevel.pl -- FILE` carries out the requests in FILE, one
    canonical term each, which make the game, and leaves the user in module `top`.
*/

:- initialization(start, main).

start :-
    current_prolog_flag(argv, [File|_]),
    setup_call_cleanup(open(File, read, Stream, [encoding(utf8)]),
                       requests(Stream),
                       close(Stream)),
    catch(delete_file(File), _, true),
    set_prolog_flag(toplevel_mode, backtracking),
    '$set_source_module'(_, top),
    module(top),
    greet,
    prolog.

requests(Stream) :-
    read_term(Stream, Request, []),
    (   Request == end_of_file
    ->  true
    ;   pydecl_worker:answer(Request, _, _),
        requests(Stream)
    ).

greet :-
    format("The game's rules and the lecture's won/1, minimax/3 and alphabeta/5 are loaded. For example:~n~n"),
    format("    ?- initial(P), moves(P, Nexts).~n"),
    format("    ?- initial(P), minimax(P, Best, Val).~n"),
    format("    ?- initial(P), alphabeta(P, -inf, inf, Best, Val).~n"),
    format("    ?- listing(minimax).~n~n"),
    format("halt. or Ctrl-D leaves.~n").
