:- module(pydecl_steady,
          [ steady/0
          ]).

:- use_module(library(apply)).
:- use_module(library(lists)).

/*  Are the rules a function of the position? Some keep the board in facts, which each move changes: then the same
    position has other moves when it is asked again, and no search means anything.

    That is tried, not read off the text: a few positions are asked twice, in one order and in the other. Counters,
    caches and tables, which do not show in an answer, pass.
*/

%!  steady is det.
%
%   Throws pydecl(not_a_function(Pos)) if the position Pos answers differently the second time. Says nothing where the
%   rules raise an exception or take long: whoever searches will hear of that.

steady :-
    (   tried(changes_at_once(Pos))
    ->  throw(pydecl(not_a_function(Pos)))
    ;   tried(changes_later(Pos))
    ->  throw(pydecl(not_a_function(Pos)))
    ;   true
    ).

:- meta_predicate tried(0).

tried(Goal) :-
    current_output(Output),
    setup_call_cleanup(
        ( open_null_stream(Nowhere), set_output(Nowhere) ),     % what rules print is told when they are searched
        catch(call_with_inference_limit(once(Goal), 200_000, Result), _, fail),
        ( set_output(Output), close(Nowhere) )),
    Result \== inference_limit_exceeded.

changes_at_once(Root) :-
    once(pydecl_game:initial(Root)),
    told(Root, Answer),
    told(Root, Again),
    Answer \=@= Again.

changes_later(Pos) :-
    once(pydecl_game:initial(Root)),
    told(Root, told(Nexts, _, _)),
    some(3, Nexts, Children),
    maplist(told, [Root|Children], Answers),
    reverse([Root|Children], Turned),
    maplist(told, Turned, Again0),
    reverse(Again0, Again),
    first_change([Root|Children], Answers, Again, Pos).

first_change([Pos0|Positions], [Answer|Answers], [Again|Others], Pos) :-
    (   Answer =@= Again
    ->  first_change(Positions, Answers, Others, Pos)
    ;   Pos = Pos0
    ).

some(N, List, Some) :-
    length(List, Length),
    Least is min(N, Length),
    length(Some, Least),
    append(Some, _, List).

told(Pos, told(Nexts, Movers, Values)) :-
    (   pydecl_game:moves(Pos, Nexts0)
    ->  Nexts = Nexts0
    ;   Nexts = []
    ),
    findall(Mover, mover(Pos, Mover), Movers),
    findall(Value, valued(Pos, Value), Values).

mover(Pos, max) :- pydecl_game:max_to_move(Pos).
mover(Pos, min) :- pydecl_game:min_to_move(Pos).

valued(Pos, Value) :-
    current_predicate(pydecl_game:staticval/2),
    pydecl_game:staticval(Pos, Value).
