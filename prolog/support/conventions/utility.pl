/*  Moves by backtracking, and utility/2 for the value: the minimax programs of many courses after Bratko,
    Prolog Programming for Artificial Intelligence, ch. 22, that collect move(Pos, Next) by bagof/3.

        move(Pos, Next)         or move(Pos, Move, Next), or moves(Pos, Nexts)
        min_to_move(Pos)        max_to_move(Pos)
        utility(Pos, Val)       for MAX, as staticval/2

    All else is as in the textbook's files; positions are the file's own.
*/

:- use_module('../adapting').

told(staticval/2, utility/2).

:- as_it_is([ initial/1, position/1, moves/2, move/2, move/3, max_to_move/1, min_to_move/1,
              terminalwon/1, terminallost/1, turbulent/1, plausible/2, chance/3, position_text/3,
              position_picture/3 ]).

staticval(Pos, Val) :-
    rules:utility(Pos, Val).
