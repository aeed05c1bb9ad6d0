:- module(pydecl_expand,
          [ expand/4,                   % +Positions, +Plies, +Most, -Lines
            outcome/2                   % +Pos, -Outcome
          ]).
:- use_module(contract).
:- use_module(interface, [named_moves/3]).
:- use_module(terms, [write_canonical_term/1, write_fault/1]).

/*  What a search may ask of many positions, in one text: the given positions and those that follow them
    within some plies, breadth first. Positions are numbered from 0 as long as the process lives, and
    nothing is told twice. One line a position, its fields separated by tabs:

        Number  Position
        Number  (nothing)  Player  Value  Outcome  Successors  Move ...

    first where it is new, then what was asked of it.
    Position, Player, Value and Outcome are canonical terms. Outcome is won, lost, both or none, for MAX.
    Successors are the numbers of the positions that follow, separated by blanks, and after them stands
    each one's move, name(Move) or none. A field is `!Fault` where asking for it goes wrong, and `?` where
    the answer was not found in time.

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
    with_output_to(string(Lines),
                   ( maplist(numbered(Known), Positions, Numbers),
                     pairs_keys_values(Level, Numbers, Positions),
                     levels(Level, asked, Plies, Most, Known, Guesses) )).

levels([], _, _, _, _, _).
levels([Pair|Pairs], How, Plies, Most, Known, Guesses) :-
    foldl(line(How, Most, Known, Guesses), [Pair|Pairs], Next, []),
    Plies1 is Plies - 1,
    (   Plies1 > 0
    ->  levels(Next, guessed, Plies1, Most, Known, Guesses)
    ;   true
    ).

%   numbered(+Known, +Pos, -Number): Pos is told with its number where it is new.

numbered(Known, Pos, Number) :-
    (   trie_lookup(Known, Pos, Number)
    ->  true
    ;   trie_property(Known, value_count(Number)),
        trie_insert(Known, Pos, Number),
        format('~d\t', [Number]),
        write_canonical_term(Pos),
        nl
    ).

line(How, Most, Known, Guesses, Number-Pos, Next0, Next) :-
    (   \+ told(Number),
        asked(How, Pos, Most, Guesses, Answers, Successors)
    ->  assertz(told(Number)),
        numbered_successors(Successors, Known, Numbers, Next0, Next),
        format('~d\t', [Number]),
        forall(member(Answer, Answers), field(Answer)),
        successor_fields(Successors, Numbers),
        nl
    ;   Next0 = Next
    ).

numbered_successors(fault(_), _, [], Next, Next).
numbered_successors(found(Pairs), Known, Numbers, Next0, Next) :-
    pairs_keys(Pairs, Nexts),
    maplist(numbered(Known), Nexts, Numbers),
    pairs_keys_values(Numbered, Numbers, Nexts),
    append(Numbered, Next, Next0).

asked(asked, Pos, _, _, Answers, Successors) :-
    answer(player(Pos), Player),
    answer(successors(Pos), Successors),
    answers(Pos, Player, Answers).
asked(guessed, Pos, Most, Guesses, Answers, Successors) :-
    arg(1, Guesses, Count),
    Count < Most,
    Count1 is Count + 1,
    nb_setarg(1, Guesses, Count1),
    guess(player(Pos), Player),
    Player \== unknown,
    guess(successors(Pos), Successors),
    Successors \== unknown,
    answers(Pos, Player, Answers).

answers(Pos, Player, [Player, Value, Outcome]) :-
    guess(static_value(Pos), Value),
    guess(outcome(Pos), Outcome).

answer(Question, Answer) :-
    catch(( call(Question, Found), Answer = found(Found) ),
          Ball,
          ( fault(Ball, Fault), Answer = fault(Fault) )).

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
    (   game:terminalwon(Pos)
    ->  (   game:terminallost(Pos)
        ->  Outcome = both
        ;   Outcome = won
        )
    ;   game:terminallost(Pos)
    ->  Outcome = lost
    ;   Outcome = none
    ).

%   successors(+Pos, -Pairs): Next-Name for each successor that moves/2 gives.

successors(Pos, Pairs) :-
    (   game:moves(Pos, Nexts)
    ->  proper_list(Nexts, Pos),
        (   acyclic_term(Nexts)
        ->  true
        ;   throw(pydecl(position_not_ground(cyclic)))
        ),
        named_moves(Pos, Nexts, Names),
        pairs_keys_values(Pairs, Nexts, Names)
    ;   Pairs = []
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
