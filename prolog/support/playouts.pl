:- module(pydecl_playouts,
          [ misjudged_end/1             % -Pos
          ]).

/*  Random play, to see how games end. */

%!  misjudged_end(-Pos) is semidet.
%
%   Pos is an end that random play came to and that won/1 takes for a won one, though it is drawn or lost:
%   MIN is to move there and cannot. It looks for a bounded effort, with a fixed seed: failure means that
%   none was met, not that there is none.

misjudged_end(Pos) :-
    set_random(seed(1)),
    call_with_inference_limit(
        ( between(1, 1000, _),
          rules:initial(Start),
          ended(Start, 1000, Pos),
          game:min_to_move(Pos),
          \+ game:terminalwon(Pos) ),
        3000000,
        Result),
    !,                                  % drops: further ends
    Result \== inference_limit_exceeded.

ended(Pos0, Plies, Pos) :-
    (   game:moves(Pos0, Nexts)
    ->  Plies > 0,
        Plies1 is Plies - 1,
        random_member(Next, Nexts),
        ended(Next, Plies1, Pos)
    ;   Pos = Pos0
    ).
