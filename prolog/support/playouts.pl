:- module(pydecl_playouts,
          [ doubtful_end/2              % -Kind, -Pos
          ]).

/*  Random play, to see how games end. */

%!  doubtful_end(-Kind, -Pos) is semidet.
%
%   Pos is an end of the game that won/1 has trouble with, as random play came to it. Kind is misjudged
%   where won/1 takes Pos for a won position though it is drawn or lost, because MIN is to move and cannot;
%   or else drawn, neither won nor lost. It looks for a bounded effort, with a fixed seed: failure means
%   that none was met, not that there is none.

doubtful_end(Kind, Pos) :-
    member(Kind, [misjudged, drawn]),
    set_random(seed(1)),
    catch(call_with_inference_limit(ends(Kind, Pos), 3000000, Result), _, fail),
    Result \== inference_limit_exceeded, !.     % drops: further ends

ends(Kind, Pos) :-
    between(1, 1000, _),
    game:initial(Start),
    ended(Start, 1000, Pos),
    is_end(Kind, Pos).

is_end(misjudged, Pos) :-
    game:min_to_move(Pos),
    \+ game:terminalwon(Pos).
is_end(drawn, Pos) :-
    \+ game:terminalwon(Pos),
    \+ game:terminallost(Pos).

ended(Pos0, Plies, Pos) :-
    (   game:moves(Pos0, Nexts)
    ->  Plies > 0,
        Plies1 is Plies - 1,
        random_member(Next, Nexts),
        ended(Next, Plies1, Pos)
    ;   Pos = Pos0
    ).
