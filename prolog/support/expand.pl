:- module(pydecl_expand,
          [ expand/4                    % +Positions, +Plies, +Most, -Lines
          ]).
:- use_module(contract).
:- use_module(queries, [write_canonical_term/1, write_fault/1]).

/*  What a search may ask of many positions, in one text: the given positions and those that follow them
    within some plies, breadth first. Positions are numbered from 0 as long as the process lives, and
    nothing is told twice. One line a position, its fields separated by tabs:

        Number  Position
        Number  (nothing)  Player  Value  Outcome  Successors  Move ...

    first where it is new, then what was asked of it.
    Position, Player, Value and Outcome are canonical terms. Outcome is won, lost, both or none, for MAX.
    Successors are the numbers of the positions that follow, separated by blanks, and after them stands
    each one's move, name(Move) or none. A field is `!Fault` where asking for it goes wrong.

    Positions that were given are always asked. Those after them are guesses at what a search will want
    to know: at most Most of them are asked, and each under a limit of effort, for the search may never
    visit them.
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
    answers(Pos, Answers, Successors).
asked(guessed, Pos, Most, Guesses, Answers, Successors) :-
    arg(1, Guesses, Count),
    Count < Most,
    Count1 is Count + 1,
    nb_setarg(1, Guesses, Count1),
    effort_limit(Limit),
    call_with_inference_limit(answers(Pos, Answers, Successors), Limit, Result),
    Result \== inference_limit_exceeded.

answers(Pos, [Player, Value, Outcome], Successors) :-
    answer(player(Pos), Player),
    answer(static_value(Pos), Value),
    answer(outcome(Pos), Outcome),
    answer(successors(Pos), Successors).

answer(Question, Answer) :-
    catch(( call(Question, Found), Answer = found(Found) ),
          Ball,
          ( fault(Ball, Fault), Answer = fault(Fault) )).

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
        findall(Next-Name, game:named_move(Pos, Name, Next), Named),
        (   pairs_keys(Named, Nexts)
        ->  Pairs = Named
        ;   findall(Next-none, member(Next, Nexts), Pairs)
        )
    ;   Pairs = []
    ).

field(found(Term)) :-
    put_char('\t'),
    write_canonical_term(Term).
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
