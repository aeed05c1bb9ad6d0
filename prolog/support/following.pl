:- module(pydecl_following,
          [ followed/3                  % +Nodes, +Most, -Differing
          ]).
:- use_module(contract).
:- use_module(expand, [successors/3]).

/*  Lines of play followed by the rules as they are, for a suite: which of the positions on them look other
    than expected. A node of Nodes is

        node(Place, Before, Move, Expected)

    Place numbers the nodes from 1, and Move leads here from Before, a smaller number, which is 0 before the
    start. Expected is the hash of what is to be seen there, or `any` if that does not matter. Differing are pairs
    Place-Hash of those where it is not, in order, no more than Most; Hash is `none` where nothing is seen: the
    line is no line of these rules, or they raise an exception, or take longer than effort_limit/1 says.
*/

effort_limit(5000000).                  % inferences

followed(Nodes, Most, Differing) :-
    length(Nodes, Count),
    functor(Known, known, Count),
    followed(Nodes, Known-_, Most, Differing).

%   followed(+Nodes, +State, +Most, -Differing): State is Known-First; Known has the moves at each place, and
%   First is who begins, max or min.

followed([], _, _, []).
followed([node(Place, Before, Move, Expected)|Nodes], Known-First, Most, Differing) :-
    effort_limit(Limit),
    (   catch(call_with_inference_limit(seen(Before, Move, Known-First, Look, Moves), Limit, Result), _, fail),
        Result \== inference_limit_exceeded
    ->  term_hash(Look, Hash)
    ;   Hash = none,
        Moves = []
    ),
    arg(Place, Known, Moves),
    (   (   Expected == any
        ;   Hash == Expected
        )
    ->  followed(Nodes, Known-First, Most, Differing)
    ;   Differing = [Place-Hash|Differing1],
        Most1 is Most - 1,
        (   Most1 > 0
        ->  followed(Nodes, Known-First, Most1, Differing1)
        ;   Differing1 = []
        )
    ).

%   seen(+Before, +Move, +State, -Look, -Moves): Look is what is seen where Move leads from Before, and Moves
%   are the pairs Move-Next there.

seen(0, start, _-First, Look, Moves) :-
    !,                                  % drops: the other clause, for nodes behind the start
    once(pydecl_game:initial(Pos)),
    turn(Pos, Turn, _),
    (   Turn == chance
    ->  First = max
    ;   First = Turn
    ),
    looked_at(Pos, First, Look, Moves).
seen(Before, Move, Known-First, Look, Moves) :-
    arg(Before, Known, Earlier),
    memberchk(Move-Next, Earlier),
    looked_at(Next, First, Look, Moves).

looked_at(Pos, First, Look, Moves) :-
    turn(Pos, Turn, Chances),
    successors(found(Turn-Chances), Pos, Pairs),
    moves(Pairs, Turn, 1, Moves),
    (   Pairs == []
    ->  static_value(Pos, Value),
        (   First == max
        ->  Sign is sign(Value)
        ;   Sign is -sign(Value)
        ),
        Look = end(Sign)
    ;   (   Turn == First
        ->  Mover = first
        ;   Turn == chance
        ->  Mover = chance
        ;   Mover = second
        ),
        pairs_keys(Moves, Names),
        msort(Names, Sorted),
        Look = look(Mover, Sorted)
    ).

%   moves(+Pairs, +Turn, +Number, -Moves): chance's moves are numbered, for they have no names.

moves([], _, _, []).
moves([Next0-Name0|Pairs], Turn, Number0, [Move-Next|Moves]) :-
    (   Turn == chance
    ->  Move = Number0-Name0
    ;   Name0 = name(Move)
    ->  true
    ;   Move = Next0
    ),
    (   current_predicate(passing:move/3),
        Next0 = pass(_, Next1)
    ->  Next = Next1
    ;   Next = Next0
    ),
    Number is Number0 + 1,
    moves(Pairs, Turn, Number, Moves).
