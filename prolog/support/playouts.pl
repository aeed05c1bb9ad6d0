:- module(pydecl_playouts,
          [ drawn_end/1                 % -Pos
          ]).

/*  Random play, to see how games end. */

%!  drawn_end(-Pos) is semidet.
%
%   Pos is a terminal position, neither won nor lost, that random play came to. It looks for a bounded
%   effort, with a fixed seed: failure means that none was met, not that there is none.

drawn_end(Pos) :-
    set_random(seed(1)),
    call_with_inference_limit(
        ( between(1, 1000, _),
          rules:initial(Start),
          ended(Start, 1000, Pos),
          \+ game:terminalwon(Pos),
          \+ game:terminallost(Pos) ),
        3000000,
        Result),
    !,                                  % drops: further drawn ends
    Result \== inference_limit_exceeded.

ended(Pos0, Plies, Pos) :-
    (   game:moves(Pos0, Nexts)
    ->  Plies > 0,
        Plies1 is Plies - 1,
        random_member(Next, Nexts),
        ended(Next, Plies1, Pos)
    ;   Pos = Pos0
    ).
