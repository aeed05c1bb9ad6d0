:- module(pydecl_playouts,
          [ doubtful_end/2,             % -Kind, -Pos
            met_nobodys_end/1,          % -Pos
            met_same_mover/2            % +Starts, -Pos
          ]).

:- use_module(contract, [nobodys_end/1]).

/*  Random play, to see how games go and how they end. */

%!  doubtful_end(-Kind, -Pos) is semidet.
%
%   Pos is an end of the game that won/1 has trouble with, as random play came to it. Kind is misjudged
%   where won/1 takes Pos for a won position though it is drawn or lost, because MIN is to move and cannot;
%   or else drawn, neither won nor lost. It looks for a bounded effort, with a fixed seed: failure means
%   that none was met, not that there is none.

doubtful_end(Kind, Pos) :-
    findall(Kind, member(Kind, [misjudged, drawn]), Kinds),
    Met = met([]),
    set_random(seed(1)),
    ignore(catch(call_with_inference_limit(meet_ends(Kinds, Met), 3000000, _), _, true)),
    arg(1, Met, Ends),
    member(Kind, Kinds),
    memberchk(Kind-Pos, Ends), !.               % drops: an end of the other kind

%   meet_ends(+Kinds, !Met): play until an end of the first one of Kinds is met, or enough has been played. Met is
%   met(Ends), the first end of each kind as Kind-Pos, which stays where the effort is over.

meet_ends([Foremost|Others], Met) :-
    between(1, 1000, _),
    pydecl_game:initial(Start),
    ended(Start, 1000, none, Before, Pos),
    forall(( member(Kind, [Foremost|Others]),
             \+ ( arg(1, Met, Ends), memberchk(Kind-_, Ends) ),
             is_end(Kind, Before, Pos) ),
           ( arg(1, Met, Ends), nb_setarg(1, Met, [Kind-Pos|Ends]) )),
    arg(1, Met, Found),
    memberchk(Foremost-_, Found), !.            % drops: further games

is_end(misjudged, Before, Pos) :-
    (   pydecl_game:min_to_move(Pos)
    ->  true
    ;   nobodys_end(Pos),
        Before = some(Pos0),
        pydecl_game:max_to_move(Pos0)
    ),
    \+ pydecl_game:terminalwon(Pos).
is_end(drawn, _, Pos) :-
    \+ pydecl_game:terminalwon(Pos),
    \+ pydecl_game:terminallost(Pos).

%   ended(+Pos0, +Plies, +Before0, -Before, -Pos): play comes to the end Pos, after Before, some(Pos1) or none.

ended(Pos0, Plies, Before0, Before, Pos) :-
    (   pydecl_game:moves(Pos0, Nexts)
    ->  Plies > 0,
        Plies1 is Plies - 1,
        random_member(Next, Nexts),
        ended(Next, Plies1, some(Pos0), Before, Pos)
    ;   Before = Before0,
        Pos = Pos0
    ).

%!  met_nobodys_end(-Pos) is semidet.
%
%   Pos is an end for which the rules name no player, as random play came to it. A few games are played, with a
%   fixed seed and for a bounded effort: failure means that none was met.

met_nobodys_end(Pos) :-
    set_random(seed(1)),
    catch(call_with_inference_limit(
              ( between(1, 20, _),
                pydecl_game:initial(Start),
                ended(Start, 1000, none, _, Pos),
                nobodys_end(Pos) ),
              300000, Result),
          _, fail),
    Result \== inference_limit_exceeded, !.     % drops: further ends

%!  met_same_mover(+Starts, -Pos) is semidet.
%
%   Random play from Starts came to a position from which a move leads to Pos, and the same player is to move in both.
%   As for met_nobodys_end/1, failure means that none was met.

met_same_mover(Starts, Pos) :-
    set_random(seed(1)),
    catch(call_with_inference_limit(
              ( between(1, 20, _),
                member(Start, Starts),
                moved_again(Start, 1000, Pos) ),
              300000, Result),
          _, fail),
    Result \== inference_limit_exceeded, !.     % drops: further positions

moved_again(Pos0, Plies, Pos) :-
    Plies > 0,
    pydecl_game:moves(Pos0, Nexts),
    (   member(Pos1, Nexts),
        same_mover(Pos0, Pos1)
    ->  Pos = Pos1
    ;   random_member(Next, Nexts),
        Plies1 is Plies - 1,
        moved_again(Next, Plies1, Pos)
    ).

same_mover(Pos0, Pos) :-
    (   pydecl_game:max_to_move(Pos0)
    ->  pydecl_game:max_to_move(Pos)
    ;   pydecl_game:min_to_move(Pos0),
        pydecl_game:min_to_move(Pos)
    ).
