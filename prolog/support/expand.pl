:- module(pydecl_expand,
          [ expand/4                    % +Positions, +Plies, +Most, -Lines
          ]).
:- use_module(textbook, [player/2, static_value/2, proper_list/2, fault/2]).
:- use_module(queries, [write_canonical_term/1]).

/*  What a search may ask of many positions, in one text: the given positions and those that follow them
    within some plies, breadth first. One line a position, its fields separated by tabs:

        Position  Player  Value  Outcome  Successors  Move ...

    Position, Player, Value and Outcome are canonical terms. Outcome is won, lost, both or none, for MAX.
    Successors are the numbers of the lines (from 0) of the positions that follow, separated by blanks,
    and after them stands each one's move, name(Move) or none. A field is `!Fault` where asking for it
    goes wrong, and a line is a position alone where nothing was asked.

    Positions that were given are always asked. Those after them are guesses at what a search will want
    to know: they are asked while fewer than Most positions are known, and each under a limit of effort,
    for the search may never visit them.
*/

effort_limit(200000).                   % inferences

expand(Positions, Plies, Most, Lines) :-
    trie_new(Known),
    State = state(0),
    foldl(number(Known, State), Positions, Level, []),
    with_output_to(string(Lines), levels(Level, asked, Plies, Most, Known, State)).

levels([], _, _, _, _, _).
levels([Pos|Poss], How, Plies, Most, Known, State) :-
    foldl(line(How, Most, Known, State), [Pos|Poss], Next, []),
    Plies1 is Plies - 1,
    (   Plies1 > 0
    ->  levels(Next, guessed, Plies1, Most, Known, State)
    ;   levels(Next, unasked, 0, Most, Known, State)
    ).

%   number(+Known, +State, +Pos, +New0, -New): Pos has a number; where it is new, it is on the list New0.

number(Known, State, Pos, New0, New) :-
    (   trie_lookup(Known, Pos, _)
    ->  New0 = New
    ;   arg(1, State, Id),
        trie_insert(Known, Pos, Id),
        Id1 is Id + 1,
        nb_setarg(1, State, Id1),
        New0 = [Pos|New]
    ).

line(How, Most, Known, State, Pos, New0, New) :-
    write_canonical_term(Pos),
    (   asked(How, Pos, Most, State, Answers, Successors)
    ->  forall(member(Answer, Answers), field(Answer)),
        successor_fields(Successors, Known, State, New0, New)
    ;   New0 = New
    ),
    nl.

asked(asked, Pos, _, _, Answers, Successors) :-
    answers(Pos, Answers, Successors).
asked(guessed, Pos, Most, State, Answers, Successors) :-
    arg(1, State, Count),
    Count < Most,
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
    write_canonical_term(Fault).

successor_fields(fault(Fault), _, _, New, New) :-
    field(fault(Fault)).
successor_fields(found(Pairs), Known, State, New0, New) :-
    pairs_keys_values(Pairs, Nexts, Names),
    foldl(number(Known, State), Nexts, New0, New),
    maplist(trie_lookup(Known), Nexts, Ids),
    atomic_list_concat(Ids, ' ', Text),
    format('\t~w', [Text]),
    forall(member(Name, Names), field(found(Name))).
