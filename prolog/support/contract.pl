:- module(pydecl_contract,
          [ player/2,                   % +Pos, -Player
            turn/3,                     % +Pos, -Turn, -Chances
            turn/4,                     % +Pos, +Due, -Turn, -Chances
            nobodys_end/1,              % +Pos
            to_move/2,                  % +Mover, +Pos
            next_positions/2,           % +Pos, -Nexts
            static_value/2,             % +Pos, -Val
            is_won/1,                   % +Pos
            is_lost/1,                  % +Pos
            is_turbulent/1,             % +Pos
            is_plausible/2,             % +Pos, +Next
            stands_for/2,               % -Same, +Pos
            proper_list/2,              % +Nexts, +Pos
            plain_positions/2,          % +Nexts0, -Nexts
            fault/2,                    % +Ball, -Fault
            fault/3,                    % +Ball, :Goal, -Fault
            culprit/2                   % +Ball, -Text
          ]).
:- use_module(interface, [asked_as/2]).
:- use_module(terms).
:- use_module(library(lists), [append/3, member/2]).

/*  What the game in module `pydecl_game` promises, asked with care: whoever breaks a promise is told by an
    exception pydecl(Fault), whose Fault is a key of FAULTS in `pydecl/errors/__init__.py` with its details.
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
    (   pydecl_game:max_to_move(Pos)
    ->  (   pydecl_game:min_to_move(Pos)
        ->  throw(pydecl(both_to_move(Pos)))
        ;   Player = max
        )
    ;   pydecl_game:min_to_move(Pos)
    ->  Player = min
    ;   throw(pydecl(neither_to_move(Pos)))
    ).

%!  turn(+Pos, -Turn, -Chances) is det.
%
%   Who is to move in Pos: max, min, or chance; then Chances are Prob-Next for all that can follow, in order,
%   and otherwise []. Throws pydecl(Fault) where chance and a player are to move, as player/2 does, and where
%   the probabilities are not exact numbers above 0 that add up to 1.

turn(Pos, Turn, Chances) :-
    turn(Pos, any, Turn, Chances).

%!  turn(+Pos, +Due, -Turn, -Chances) is det.
%
%   As turn/3, but an end for which the rules name no player has the turn Due, if that is max or min.

turn(Pos, Due, Turn, Chances) :-
    (   current_predicate(pydecl_game:chance/3),
        findall(Prob-Next, pydecl_game:chance(Pos, Prob, Next), [Chance|Chances0])
    ->  Turn = chance,
        no_player(Pos),
        exact([Chance|Chances0], Pos, 0, Chances)
    ;   Chances = [],
        (   Due \== any,
            nobodys_end(Pos)
        ->  Turn = Due
        ;   player(Pos, Turn)
        )
    ).

%!  nobodys_end(+Pos) is semidet.
%
%   The game is over in Pos, and the rules do not say who is to move there.

nobodys_end(Pos) :-
    \+ pydecl_game:max_to_move(Pos),
    \+ pydecl_game:min_to_move(Pos),
    \+ pydecl_game:moves(Pos, _),
    \+ ( current_predicate(pydecl_game:chance/3),
         pydecl_game:chance(Pos, _, _) ).

no_player(Pos) :-
    (   pydecl_game:max_to_move(Pos)
    ->  throw(pydecl(chance_and_player(Pos, max)))
    ;   pydecl_game:min_to_move(Pos)
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

%!  to_move(+Mover, +Pos) is semidet.
%
%   Mover, and nobody else, is to move in Pos, which is ground: as player/2 with a known answer, and quicker, for it
%   is asked once a node.

to_move(max, Pos) :-
    ground(Pos),
    acyclic_term(Pos),
    pydecl_game:max_to_move(Pos),
    \+ pydecl_game:min_to_move(Pos).
to_move(min, Pos) :-
    ground(Pos),
    acyclic_term(Pos),
    pydecl_game:min_to_move(Pos),
    \+ pydecl_game:max_to_move(Pos).

%!  next_positions(+Pos, -Nexts) is semidet.
%
%   Nexts lists the positions that a move in Pos leads to; fails where there is none. Throws pydecl(Fault) where
%   what moves/2 gives is no proper list.

next_positions(Pos, Nexts) :-
    pydecl_game:moves(Pos, Nexts),
    proper_list(Nexts, Pos).

%!  is_won(+Pos) is semidet.
%!  is_lost(+Pos) is semidet.
%!  is_turbulent(+Pos) is semidet.
%!  is_plausible(+Pos, +Next) is semidet.
%
%   What the game says of Pos, asked once.

is_won(Pos) :-
    pydecl_game:terminalwon(Pos), !.           % drops: further proofs; so below
is_lost(Pos) :-
    pydecl_game:terminallost(Pos), !.
is_turbulent(Pos) :-
    pydecl_game:turbulent(Pos), !.
is_plausible(Pos, Next) :-
    pydecl_game:plausible(Pos, Next), !.

%!  static_value(+Pos, -Val) is det.
%
%   The one value of Pos, a number. Throws pydecl(Fault) where there is none, several, or no number.

static_value(Pos, Val) :-
    Found = found('$none'),
    (   pydecl_game:staticval(Pos, Val0),
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

%!  stands_for(-Same, +Pos) is det.
%
%   Same stands for Pos, and for all that are symmetric to it. Throws pydecl(Fault) where there is none.

stands_for(Same, Pos) :-
    (   pydecl_game:canonical(Pos, Same0)
    ->  Same = Same0
    ;   throw(pydecl(no_canonical(Pos)))
    ),
    (   ground(Same),
        acyclic_term(Same)
    ->  true
    ;   throw(pydecl(canonical_not_ground(Pos)))
    ).

%!  proper_list(+Nexts, +Pos) is det.
%
%   Nexts, what moves/2 gives in Pos, is a proper list; throws pydecl(Fault) where it is not.

proper_list(Nexts, Pos) :-
    (   is_list(Nexts)
    ->  true
    ;   broken(no_list_of_moves(Pos), moves/2)
    ).

%!  plain_positions(+Nexts0, -Nexts) is det.
%
%   Nexts are the positions Nexts0, whose variables have no attributes: no trie takes those. Throws pydecl(Fault)
%   where one is cyclic.

plain_positions(Nexts0, Nexts) :-
    (   \+ acyclic_term(Nexts0)
    ->  cyclic(Nexts0, Fault),
        throw(pydecl(Fault))
    ;   term_attvars(Nexts0, [])
    ->  Nexts = Nexts0
    ;   copy_term(Nexts0, Nexts, _)
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
%   What an exception says of the game: game(Fault) where it breaks its contract, resource(Which, Culprit), or
%   prolog(Text, Place): a message, and where in the rules it was raised, or ''.

%   Each cut drops the more general messages below it.

fault(pydecl(Fault), game(Fault)) :- !.
fault(error(Formal, _), prolog(Text, '')) :-
    var(Formal), !,
    format(string(Text), '~q', [error(_, _)]).
fault(error(unknown_value(Name), _), game(unknown_value(Name))) :- !.
fault(pydecl_syntax(Fault), syntax(Text)) :-
    !,
    message_text(error(syntax_error(Fault), _), Text0),
    atomic_list_concat(Words, '_', Text0),      % some of them are only atoms
    atomic_list_concat(Words, ' ', Text1),
    atom_string(Text1, Text).
fault(error(io_error(_, _), context(_, 'Cannot allocate memory')), resource(memory, '')) :- !.
fault(error(resource_error(Which), Context), resource(Which, Culprit)) :-
    !,
    culprit(error(resource_error(Which), Context), Culprit).
fault(Ball, prolog("an exception that is too large to print", '')) :-
    acyclic_term(Ball),
    \+ fits(Ball, 100000), !.
fault(error(existence_error(procedure, PI), _), prolog(Text, Place)) :-
    !,                                          % without the caller, which may be one of ours
    place(existence_error(procedure, PI), Place),
    format(string(Text), 'unknown procedure ~q', [PI]).
fault(error(Formal, Context), prolog(Text, Place)) :-
    !,
    place(Formal, Place),
    message_text(error(Formal, Context), Text).
fault(Ball, prolog(Text, '')) :-
    format(string(Text), '~q', [Ball]).

message_text(Ball, Text) :-
    '$messages':translate_message(Ball, Lines, []),
    lines_text(Lines, Text).

%!  culprit(+Ball, -Text) is det.
%
%   What the exception Ball says of a recursion without end in the rules; '' where it says nothing of the kind.

culprit(Ball, Text) :-
    (   Ball = error(resource_error(_), Context),
        is_dict(Context),
        recurring(Context, Goal),
        functor(Goal, Name, Arity)
    ->  format(atom(Text), '~q calls itself without end', [Name/Arity])
    ;   Text = ''
    ).

%   recurring(+Context, -Goal) is nondet: a goal of the rules that is there again below, in a frame or behind calls
%   that have none, because they were last ones; they still count as levels.

recurring(Context, Goal) :-
    (   get_dict(cycle, Context, Frames)
    ;   get_dict(non_terminating, Context, Frames)
    ),
    member(frame(_, rules:Goal, _), Frames),
    callable(Goal).
recurring(Context, Goal) :-
    get_dict(stack, Context, Frames),
    append(_, [frame(Level, rules:Goal, _)|Below], Frames),
    callable(Goal),
    functor(Goal, Name, Arity),
    (   member(frame(_, rules:Again, _), Below),
        functor(Again, Name, Arity)
    ;   Below = [frame(Next, _, _)|_],
        Level - Next > 1000
    ).

%   Where in the rules an exception was raised

:- dynamic raised/2.                    % raised(Formal, Place): the last one, as a copy

:- multifile user:prolog_exception_hook/4, prolog:prolog_exception_hook/5.
:- dynamic user:prolog_exception_hook/4, prolog:prolog_exception_hook/5.

user:prolog_exception_hook(Ball, _, Frame, _) :-
    pydecl_contract:note_place(Ball, Frame),
    fail.                               % the exception stays as it is

prolog:prolog_exception_hook(Ball, _, Frame, _, _) :-           % the newer name
    pydecl_contract:note_place(Ball, Frame),
    fail.

note_place(error(Formal, _), Frame) :-
    Formal \= resource_error(_),
    frame_place(Frame, Place),
    retractall(raised(_, _)),
    assertz(raised(Formal, Place)).

%   frame_place(+Frame, -Text) is semidet: the innermost clause of the rules, as `file.pl:12, in p/1`.

frame_place(Frame, Text) :-
    (   prolog_frame_attribute(Frame, clause, Clause),
        clause_property(Clause, predicate(Predicate)),
        Predicate = rules:PI,
        clause_property(Clause, file(File)),
        clause_property(Clause, line_count(Line))
    ->  file_base_name(File, Base),
        format(atom(Text), '~w:~d, in ~q', [Base, Line, PI])
    ;   prolog_frame_attribute(Frame, parent, Parent),
        frame_place(Parent, Text)
    ).

place(Formal, Place) :-
    (   raised(Formal0, Place0),
        Formal0 =@= Formal
    ->  Place = Place0
    ;   Place = ''
    ).

%!  fault(+Ball, :Goal, -Fault) is det.
%
%   As fault/2, of an exception that Goal raised. Where a last call raised it, its clause is forgotten: Goal is
%   called again, for a short while, without that forgetting. Goal's only effects must be its bindings.

:- meta_predicate fault(+, 0, -).

fault(Ball, Goal, Fault) :-
    fault(Ball, Fault0),
    (   Fault0 = prolog(_, ''),
        Ball = error(_, _)
    ->  setup_call_cleanup(
            set_prolog_flag(last_call_optimisation, false),
            catch(call_with_inference_limit(ignore(Goal), 5 000 000, _), _, true),
            set_prolog_flag(last_call_optimisation, true)),
        fault(Ball, Fault)
    ;   Fault = Fault0
    ).
