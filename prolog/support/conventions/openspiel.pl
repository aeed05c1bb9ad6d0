/*  The state interface of OpenSpiel (Lanctot and others 2019, arXiv:1908.09453), as Prolog predicates: seen
    in github.com/D4sherInc/Bachelor_Thesis.

        init(State), init(State, Player), init(State, Player, Score)
        current_player(State, Player)           also where the game is over
        legal_actions(State, Actions)           a list
        apply_action(State, Action, State1)
        is_terminal(State)
        returns(State, Player, Points)
        state_to_string(State, Text)            optional: the picture

    Positions are the file's states. MAX is the player of the first state. A terminal state is worth what it
    returns to MAX, where the two players' points add up to 0 or one of them is given none; else MAX's
    points less MIN's: so 1 and 0, or 1 and -1, are the same win. States that are not terminal have no value.
    Chance, a player of its own there, is not known here.
*/

:- use_module('../adapting').

:- dynamic two_players/2.

decided(players/2).

told(moves/2, legal_actions/2).
told(staticval/2, returns/3).

:- if(defines(init/1)).

initial(State) :-
    rules:init(State).

:- elif(defines(init/2)).

initial(State) :-
    rules:init(State, _).

:- else.

initial(State) :-
    rules:init(State, _, _).

:- endif.

%   players(-Max, -Min): Max is to move first, Min after some move; it is none where the game is over by then.

players(Max, Min) :-
    (   two_players(Max0, Min0)
    ->  true
    ;   initial(State),
        rules:current_player(State, Max0)
    ->  (   move(State, _, State1),
            rules:current_player(State1, Min0),
            Min0 \== Max0
        ->  true
        ;   Min0 = none
        ),
        assertz(two_players(Max0, Min0))
    ;   unlike("current_player/2 does not say who is to move in the first state", [])
    ),
    Max = Max0,
    Min = Min0.

max_to_move(State) :-
    players(Max, _),
    rules:current_player(State, Max), !.        % drops: further answers

min_to_move(State) :-
    players(_, Min),
    rules:current_player(State, Min), !.        % drops: further answers

move(State, Action, State1) :-
    \+ rules:is_terminal(State),
    rules:legal_actions(State, Actions), !,     % drops: a second list
    (   is_list(Actions)
    ->  true
    ;   unlike("legal_actions/2 gives no proper list in ~p", [State])
    ),
    member(Action, Actions),
    (   rules:apply_action(State, Action, State1)
    ->  true
    ;   unlike("legal_actions/2 gives the action ~p in ~p, which apply_action/3 does not make",
               [Action, State])
    ).

staticval(State, Val) :-
    rules:is_terminal(State), !,                % drops: further proofs
    players(Max, Min),
    findall(Points, rules:returns(State, Max, Points), MaxPoints),
    findall(Points, rules:returns(State, Min, Points), MinPoints),
    worth(MaxPoints, MinPoints, Val).

worth([Max|_], [Min|_], Val) :-
    (   number(Max),
        number(Min)
    ->  (   Max + Min =:= 0
        ->  Val = Max
        ;   Val is Max - Min
        )
    ;   Val = Max
    ).
worth([Max|_], [], Max).
worth([], [Min|_], Val) :-
    negated(Min, Val).

:- if(defines(state_to_string/2)).

position_text(State, Codes, Rest) :-
    picture(( rules:state_to_string(State, Text), write(Text) ), Codes, Rest).

:- endif.
