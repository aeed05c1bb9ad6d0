:- module(pydecl_expand,
          [ expand/4,                   % +Positions, +Plies, +Most, -Lines
            forget_positions/0,
            outcome/2,                  % +Pos, -Outcome
            successors/3                % +Turn, +Pos, -Pairs
          ]).
:- use_module(contract).
:- use_module(interface, [names_all_moves/0, named_moves/2, named_moves/3]).
:- use_module(terms, [cyclic/2, write_canonical_term/1, write_fault/1, printable/1]).

/*  What a search may ask of many positions, in one text: the given positions and those that follow them
    within some plies, breadth first; within 0 plies, what follows them alone: no value, and an outcome only
    where nothing follows. Positions are numbered from 0 until all are forgotten, and nothing is told twice.
    One line a position, its fields separated by tabs:

        Number  Position
        Number  (nothing)  Player  Value  Outcome  Turbulent  Plausible  Successors  Move ...

    first where it is new, then what was asked of it.
    Position, Player, Value and Outcome are canonical terms. Player is max, min or chance; Outcome is won,
    lost, both or none, for MAX; Turbulent is true or false; Plausible tells which successors are, as a list
    of 1 and 0. Successors are the numbers of the positions that follow, separated by blanks, and after them
    stands each one's move, name(Move) or none; where chance is to move, its probability. A field is `!Fault`
    where asking for it goes wrong, and `?` where the answer was not found in time.

    A position that was given is one that a search visits, and a search asks each position that it visits
    for its player and its successors. All else is a guess at what the search will want to know: values,
    outcomes, and up to Most of the positions that follow. A guess is made under a limit of effort, for the
    search may never ask.
*/

:- dynamic known/1.                     % known(Trie): the number of each position
:- dynamic told/1.                      % told(Number): what there is to ask of it has been told

effort_limit(200000).                   % inferences

expand(Positions, Plies, Most, Lines) :-
    (   known(Known)
    ->  true
    ;   trie_new(Known),
        assertz(known(Known))
    ),
    Guesses = guesses(0),
    numbered_all(Positions, Known, Level, Texts, Texts1),
    (   Plies > 0
    ->  How = asked
    ;   How = followed
    ),
    levels(Level, How, Plies, Most, Known, Guesses, Texts1, []),
    atomics_to_string(Texts, Lines).

%!  forget_positions is det.

forget_positions :-
    forall(retract(known(Known)), trie_destroy(Known)),
    retractall(told(_)).

%   levels(+Level, +How, …, ?Texts0, ?Texts): Texts0 are the lines about Level, a list of Number-Pos, and all
%   that follows, and then Texts. The rules may print: no output is collected while they run.

levels([], _, _, _, _, _, Texts, Texts).
levels([Pair|Pairs], How, Plies, Most, Known, Guesses, Texts0, Texts) :-
    lines([Pair|Pairs], How, Most, Known, Guesses, Next, [], Texts0, Texts1),
    Plies1 is Plies - 1,
    (   Plies1 > 0
    ->  levels(Next, guessed, Plies1, Most, Known, Guesses, Texts1, Texts)
    ;   Texts1 = Texts
    ).

lines([], _, _, _, _, Next, Next, Texts, Texts).
lines([Number-Pos|Pairs], How, Most, Known, Guesses, Next0, Next, Texts0, Texts) :-
    (   \+ told(Number),
        asked(How, Pos, Most, Guesses, Answers, Successors)
    ->  assertz(told(Number)),
        numbered_successors(Successors, Known, Level, Texts0, [Line|Texts1]),
        pairs_keys(Level, Numbers),
        with_output_to(string(Line), line(Number, Answers, Successors, Numbers)),
        append(Level, Next1, Next0)
    ;   Next0 = Next1,
        Texts0 = Texts1
    ),
    lines(Pairs, How, Most, Known, Guesses, Next1, Next, Texts1, Texts).

line(Number, Answers, Successors, Numbers) :-
    format('~d\t', [Number]),
    forall(member(Answer, Answers), field(Answer)),
    successor_fields(Successors, Numbers),
    nl.

numbered_successors(fault(_), _, [], Texts, Texts).
numbered_successors(found(Pairs), Known, Level, Texts0, Texts) :-
    pairs_keys(Pairs, Nexts),
    numbered_all(Nexts, Known, Level, Texts0, Texts).

%   numbered_all(+Positions, +Known, -Level, ?Texts0, ?Texts): Level is Number-Pos for each position; one
%   that is new is told with its number.

numbered_all([], _, [], Texts, Texts).
numbered_all([Pos|Poss], Known, [Number-Pos|Level], Texts0, Texts) :-
    (   trie_lookup(Known, Pos, Number)
    ->  Texts0 = Texts1
    ;   trie_property(Known, value_count(Number)),
        trie_insert(Known, Pos, Number),
        with_output_to(string(Text),
                       ( format('~d\t', [Number]), write_canonical_term(Pos), nl )),
        Texts0 = [Text|Texts1]
    ),
    numbered_all(Poss, Known, Level, Texts1, Texts).

asked(asked, Pos, _, _, Answers, Successors) :-
    answer(turn(Pos), Turn),
    answer(successors(Turn, Pos), Successors),
    guess(static_value(Pos), Value),
    guess(outcome(Pos), Outcome),
    answers(Pos, Turn, Value, Outcome, Successors, Answers).
asked(followed, Pos, _, _, Answers, Successors) :-
    answer(turn(Pos), Turn),
    answer(successors(Turn, Pos), Successors),
    (   Successors = found([])
    ->  guess(outcome(Pos), Outcome)
    ;   Outcome = unknown
    ),
    answers(Pos, Turn, unknown, Outcome, Successors, Answers).
asked(guessed, Pos, Most, Guesses, Answers, Successors) :-
    arg(1, Guesses, Count),
    Count < Most,
    Count1 is Count + 1,
    nb_setarg(1, Guesses, Count1),
    guess(turn(Pos), Turn),
    Turn \== unknown,
    guess(successors(Turn, Pos), Successors),
    Successors \== unknown,
    guess(static_value(Pos), Value),
    guess(outcome(Pos), Outcome),
    answers(Pos, Turn, Value, Outcome, Successors, Answers).

answers(Pos, Turn, Value, Outcome, Successors, [Player, Value, Outcome, Turbulent, Plausible]) :-
    (   Turn = found(Player0-_)
    ->  Player = found(Player0)
    ;   Player = Turn
    ),
    guess(turbulent(Pos), Turbulent),
    guess(plausible(Pos, Successors), Plausible).

turn(Pos, Turn-Chances) :-
    turn(Pos, Turn, Chances).

turbulent(Pos, Turbulent) :-
    (   current_predicate(pydecl_game:turbulent/1),
        pydecl_game:turbulent(Pos)
    ->  Turbulent = true
    ;   Turbulent = false
    ).

plausible(Pos, found(Pairs), Flags) :-
    current_predicate(pydecl_game:plausible/2), !,     % drops: the empty list, where nothing is said
    findall(Flag,
            ( member(Next-_, Pairs),
              ( pydecl_game:plausible(Pos, Next) -> Flag = 1 ; Flag = 0 ) ),
            Flags).
plausible(_, _, []).

answer(Question, Answer) :-
    catch(( call(Question, Found), Answer = found(Found) ),
          Ball,
          ( fault(Ball, call(Question, _), Fault), Answer = fault(Fault) )).

%   guess(:Question, -Answer): as answer/2, or unknown where it takes too long. The rules may catch the
%   limit's exception and go on with a wrong answer, so what counts is the effort that it took.

guess(Question, Answer) :-
    effort_limit(Limit),
    statistics(inferences, Before),
    (   catch(call_with_inference_limit(answer(Question, Answer0), Limit, _), _, fail)
    ->  true
    ;   Answer0 = unknown
    ),
    statistics(inferences, After),
    (   After - Before < Limit
    ->  Answer = Answer0
    ;   Answer = unknown
    ).

%!  outcome(+Pos, -Outcome) is det.

outcome(Pos, Outcome) :-
    (   pydecl_game:terminalwon(Pos)
    ->  (   pydecl_game:terminallost(Pos)
        ->  Outcome = both
        ;   Outcome = won
        )
    ;   pydecl_game:terminallost(Pos)
    ->  Outcome = lost
    ;   Outcome = none
    ).

%   successors(+Turn, +Pos, -Pairs): Next-Name for each successor that moves/2 gives, or chance/3.

successors(found(chance-Chances), _, Pairs) :-
    !,                                          % drops: the moves of a player
    findall(Next-name(Prob), ( member(Prob-Next, Chances), printable(Next) ), Pairs).
successors(_, Pos, Pairs) :-
    (   names_all_moves
    ->  named_moves(Pos, Named),
        pairs_keys_values(Named, Nexts0, Names),
        plain_positions(Nexts0, Nexts)
    ;   next_positions(Pos, Nexts0)
    ->  plain_positions(Nexts0, Nexts),
        named_moves(Pos, Nexts, Names)
    ;   Nexts = [],
        Names = []
    ),
    maplist(printable, Nexts),
    (   acyclic_term(Names)
    ->  pairs_keys_values(Pairs, Nexts, Names)
    ;   cyclic(Names, Fault),
        throw(pydecl(Fault))
    ).

field(found(Term)) :-
    put_char('\t'),
    write_canonical_term(Term).
field(unknown) :-
    write('\t?').
field(fault(Fault)) :-
    write('\t!'),
    write_fault(Fault).

successor_fields(fault(Fault), _) :-
    field(fault(Fault)).
successor_fields(found(Pairs), Numbers) :-
    atomic_list_concat(Numbers, ' ', Text),
    format('\t~w', [Text]),
    pairs_values(Pairs, Names),
    forall(member(Name, Names), field(found(Name))).
