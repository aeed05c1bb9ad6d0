:- module(pydecl_contract,
          [ player/2,                   % +Pos, -Player
            turn/3,                     % +Pos, -Turn, -Chances
            static_value/2,             % +Pos, -Val
            proper_list/2,              % +Nexts, +Pos
            fault/2                     % +Ball, -Fault
          ]).
:- use_module(interface, [asked_as/2]).
:- use_module(terms).

/*  What the game in module `game` promises, asked with care: whoever breaks a promise is told by an
    exception pydecl(Fault), whose Fault is a key of FAULTS in `pydecl/errors.py` with its details.
*/

%!  player(+Pos, -Player) is det.
%
%   Who is to move in Pos: max or min. Throws pydecl(Fault) where Pos is not ground, or where both or
%   neither is.

player(Pos, Player) :-
    (   ground(Pos),
        acyclic_term(Pos)
    ->  true
    ;   throw(pydecl(position_not_ground(Pos)))
    ),
    (   game:max_to_move(Pos)
    ->  (   game:min_to_move(Pos)
        ->  throw(pydecl(both_to_move(Pos)))
        ;   Player = max
        )
    ;   game:min_to_move(Pos)
    ->  Player = min
    ;   throw(pydecl(neither_to_move(Pos)))
    ).

%!  turn(+Pos, -Turn, -Chances) is det.
%
%   Who is to move in Pos: max, min, or chance; then Chances are Prob-Next for all that can follow, in order,
%   and otherwise []. Throws pydecl(Fault) where chance and a player are to move, as player/2 does, and where
%   the probabilities are not exact numbers above 0 that add up to 1.

turn(Pos, Turn, Chances) :-
    (   current_predicate(game:chance/3),
        findall(Prob-Next, game:chance(Pos, Prob, Next), [Chance|Chances0])
    ->  Turn = chance,
        no_player(Pos),
        exact([Chance|Chances0], Pos, 0, Chances)
    ;   Chances = [],
        player(Pos, Turn)
    ).

no_player(Pos) :-
    (   game:max_to_move(Pos)
    ->  throw(pydecl(chance_and_player(Pos, max)))
    ;   game:min_to_move(Pos)
    ->  throw(pydecl(chance_and_player(Pos, min)))
    ;   true
    ).

exact([], Pos, Sum, []) :-
    (   Sum =:= 1
    ->  true
    ;   throw(pydecl(probabilities(Pos, Sum)))
    ).
exact([Prob0-Next|Chances0], Pos, Sum0, [Prob-Next|Chances]) :-
    (   probability(Prob0, Prob)
    ->  Sum is Sum0 + Prob,
        exact(Chances0, Pos, Sum, Chances)
    ;   throw(pydecl(no_probability(Pos, Prob0)))
    ).

probability(Prob, Prob) :-
    rational(Prob), !,                  % drops: the quotient
    Prob > 0.
probability(N/D, Prob) :-
    integer(N),
    integer(D),
    D =\= 0,
    Prob is N rdiv D,
    Prob > 0.

%!  static_value(+Pos, -Val) is det.
%
%   The one value of Pos, a number. Throws pydecl(Fault) where there is none, several, or no number.

static_value(Pos, Val) :-
    Found = found('$none'),
    (   game:staticval(Pos, Val0),
        arg(1, Found, Before),
        (   Before == '$none'
        ->  nb_setarg(1, Found, Val0)
        ;   Before == Val0
        ->  true
        ;   broken(several_values(Pos, Before, Val0), staticval/2)
        ),
        fail
    ;   arg(1, Found, Val0),
        value(Val0, Pos, Val)
    ).

value(Val0, Pos, Val) :-
    (   integer(Val0)
    ->  Val = Val0
    ;   nonvar(Val0),
        value_number(Val0, Val)
    ->  true
    ;   Val0 == '$none'
    ->  broken(no_value(Pos), staticval/2)
    ;   throw(pydecl(value_is_no_number(Pos, Val0)))
    ).

%!  value_number(+Val0, -Val) is semidet.
%
%   A game may write its values as numbers, or as inf and -inf.

value_number(Val, Val) :-
    number(Val), !,                     % drops: the atoms
    Val =:= Val.                        % NaN is not
value_number(inf, Val) :- Val is inf.
value_number(-inf, Val) :- Val is -inf.

%!  proper_list(+Nexts, +Pos) is det.
%
%   Nexts, what moves/2 gives in Pos, is a proper list; throws pydecl(Fault) where it is not.

proper_list(Nexts, Pos) :-
    (   is_list(Nexts)
    ->  true
    ;   broken(no_list_of_moves(Pos), moves/2)
    ).

%   broken(+Fault, +PI): the answers to PI break the contract; where the author of the rules calls it
%   something else, that is the last detail.

broken(Fault0, PI) :-
    (   asked_as(PI, Name)
    ->  Fault0 =.. Parts0,
        append(Parts0, [asked(Name)], Parts),
        Fault =.. Parts
    ;   Fault = Fault0
    ),
    throw(pydecl(Fault)).

%!  fault(+Ball, -Fault) is det.
%
%   What an exception says of the game: game(Fault) where it breaks its contract, resource(Which), or
%   prolog(Text), a message.

%   Each cut drops the more general messages below it.

fault(pydecl(Fault), game(Fault)) :- !.
fault(error(unknown_value(Name), _), game(unknown_value(Name))) :- !.
fault(pydecl_syntax(Fault), syntax(Text)) :-
    !,
    message_text(error(syntax_error(Fault), _), Text0),
    atomic_list_concat(Words, '_', Text0),      % some of them are only atoms
    atomic_list_concat(Words, ' ', Text1),
    atom_string(Text1, Text).
fault(error(resource_error(Which), _), resource(Which)) :- !.
fault(error(existence_error(procedure, PI), _), prolog(Text)) :-
    !,                                          % without the caller, which may be one of ours
    format(string(Text), 'unknown procedure ~q', [PI]).
fault(error(Formal, Context), prolog(Text)) :-
    !,
    message_text(error(Formal, Context), Text).
fault(Ball, prolog(Text)) :-
    format(string(Text), '~q', [Ball]).

message_text(Ball, Text) :-
    '$messages':translate_message(Ball, Lines, []),
    lines_text(Lines, Text).
