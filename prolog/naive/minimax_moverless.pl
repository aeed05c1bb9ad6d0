:- module(pydecl_minimax_moverless,
          [ minimax_moverless/3         % +Pos, -BestSucc, -Val
          ]).
:- use_module('../support/attached').
:- include('../support/mutant').

/*  minimax that forgets who is to move: MAX chooses everywhere. */

:- set_prolog_flag(optimise, true).

about(once_a_node(minimax(At, _, Val), At, none, Val)).

replaced(betterof/6).
:- include('../textbook/minimax').

minimax_moverless(Pos, BestSucc, Val) :-
    minimax(Pos, BestSucc, Val).

betterof(Pos0, Val0, _Pos1, Val1, Pos0, Val0) :-
    Val0 > Val1, !.                     % drops: Pos1, which is worth less
betterof(_Pos0, _Val0, Pos1, Val1, Pos1, Val1).
