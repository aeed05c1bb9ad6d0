:- module(pydecl_alone, []).
:- use_module(library(prolog_wrap), [wrap_predicate/4]).

/*  The programs in a SWI-Prolog without pydecl: what is loaded by use_module/1 takes plain positions there.

        ?- [nim].                                   % moves/2 or move/2, max_to_move/1, staticval/2, …
        ?- use_module(library(refined/scout)).
        ?- scout(heaps(1,2), -inf, inf, Best, Val).

    The game is what module `user` defines of a game's interface (interface.pl), and the answer that of pydecl with no
    limit of time: to any depth, or default_depth/1 of the game. Settings have their defaults. The game is that of the
    first call: a predicate may be loaded again, but not come into being later.

    A program searches positions as attached.pl has them. So each is wrapped when its file has been loaded: a position
    of that kind is passed on, and another one is the root of a search.
*/

user:term_expansion(end_of_file, _) :-
    prolog_load_context(module, Module),
    atom_concat(pydecl_, Program, Module),
    prolog_load_context(source, File),
    file_directory_name(File, Folder),
    memberchk(Kind, [refined, naive]),
    file_base_name(Folder, Kind),
    module_property(Module, exports(Exports)),
    memberchk(Program/Arity, Exports),
    functor(Head, Program, Arity),
    wrap_predicate(Module:Head, alone, Wrapped, pydecl_alone:asked(Head, Wrapped)),
    fail.

asked(Head, Wrapped) :-
    arg(1, Head, Pos),
    (   nonvar(Pos),
        Pos = at(_, Mover, _),
        ( Mover = any(_) ; memberchk(Mover, [max, min]) )
    ->  call(Wrapped)
    ;   answered(Head, Pos)
    ).

answered(Head, Pos) :-
    known_game,
    functor(Head, Program, Arity),
    window(Arity, Program, Head, Alpha, Beta),
    (   catch(user:default_depth(Depth0), error(existence_error(_, _), _), fail)
    ->  Depth = Depth0
    ;   Depth = 576460752303423488      % no limit: see attached.pl
    ),
    Settings = settings(game, 0, 1000, 100, 8, [playouts = 1000, guess = 0, (table) = 0]),
    Never is inf,
    pydecl_programs:search(Program, Pos, Depth, Alpha, Beta, Settings, Never, Answer),
    Answer = answer(Status, Val, Succ, _, _, _, _, _, _, Culprit),
    (   Status == complete
    ->  ( Succ = succ(Best) -> true ; true ),
        answer(Arity, Head, Best, Val)
    ;   resource_error(Culprit)
    ).

window(Arity, Program, Head, Alpha, Beta) :-
    (   Arity =:= 5
    ->  arg(2, Head, One0),
        arg(3, Head, Other0),
        One is One0,
        Other is Other0,
        (   pydecl_programs:about(Program, beta_first)
        ->  Beta = One,
            Alpha = Other
        ;   Alpha = One,
            Beta = Other
        )
    ;   Alpha is -inf,
        Beta is inf
    ).

answer(1, _, _, true).
answer(2, Head, _, Val) :-
    arg(2, Head, Val).
answer(3, Head, Best, Val) :-
    arg(2, Head, Best),
    arg(3, Head, Val).
answer(5, Head, Best, Val) :-
    arg(4, Head, Best),
    arg(5, Head, Val).

%   known_game: module `pydecl_game` asks the game that `user` defines.

:- dynamic game_is_known/0.
:- dynamic folder/1.

:- prolog_load_context(directory, Folder),
   assertz(folder(Folder)).

known_game :-
    game_is_known, !.
known_game :-
    folder(Folder),
    atom_concat(Folder, '/programs', Programs),
    load_files(Programs, [if(not_loaded), imports([]), silent(true)]),
    forall(( pydecl_interface:interface(PI), current_predicate(user:PI) ),
           ( user:export(PI), rules:import(user:PI), rules:export(PI) )),
    pydecl_interface:read_as(textbook, false, false, _),
    assertz(game_is_known).
