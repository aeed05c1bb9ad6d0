:- module(pydecl_white_black_swapped,
          [ white_black_swapped/5       % +Pos, +Alpha, +Beta, -Best, -Val
          ]).
:- use_module('../refined/white_black_alphabeta').

/*  white_black_alphabeta called as other lectures' alpha-beta is: alpha as what MAX has, beta as what MIN has.
    Its own alpha is white's, who is MIN.
*/

about(once_a_node(pydecl_white_black_alphabeta:white_black_alphabeta(At, Alpha, Beta, _, Val), At, Alpha-Beta, Val)).

white_black_swapped(Pos, Alpha, Beta, Best, Val) :-
    white_black_alphabeta(Pos, Alpha, Beta, Best, Val).
