:- module(pydecl_recording,
          [ record_search/3,            % +Search, +Deadline, +Most
            record_answer/2,            % +Question, +Number
            recorded_number/2,          % +Pos, -Number
            recorded_positions/2        % +Numbers, -Positions
          ]).
:- use_module(contract).
:- use_module(events).
:- use_module(programs).
:- use_module(terms, [printable/1]).

/*  What a search asks of the game, and what it is told, as a text. A twin in Python that runs on the same position
    asks the same, so that one round trip answers all of it, and no position is looked at that the search does not
    visit: see pydecl/engines/python/facts.py.

    What asks the game, in contract.pl, is wrapped while the search runs. Positions are numbered from 1, the root, as
    long as the recording is kept, which is until the next one; nothing is told twice. A line is about one position,
    and there may be several about the same:

        NUMBER [TAB FACT] ...

    The facts:

        x, n, o             MAX, MIN, or nobody is to move; nobody is only at an end
        sNUMBER ...         what the moves lead to, in order
        vVALUE              its static value
        W, w, L, l          it is terminally won, or not; lost, or not
        T, t                it is turbulent, or not
        pNUMBER 1           this successor is plausible; 0 if it is not
        k                   chance is not to move
        cPROB NUMBER ...    chance is, and what can follow

    Where asking goes wrong nothing is told: Python asks again, and gets the error. The state:

        recorder(Stream, Trie, Facts, Count, Subject, Last, Most)

    Trie has the number of each position. Facts are what has been told of each, as a bit of its number's argument; or
    none, if all is told. Count is the last number, Subject that of the last line. Last is Pos-Number, the position
    that was asked for last: mostly it is the next one too.
*/

:- set_prolog_flag(optimise, true).

:- dynamic recording/1.                 % recording(Trie)
:- dynamic handle/2.                    % handle(Number, Handle): where Trie has the position

first_room(1024).

%!  record_search(+Search, +Deadline, +Most) is det.
%
%   Run a search and send what it asks, until it has met Most positions; how it ends is not told. Search is
%   search(Program, Pos, Depth, Alpha, Beta, Settings), as of search/8, or prove(Claim, Pos, Depth), as of prove/5.

record_search(Search, Deadline, Most) :-
    retractall(handle(_, _)),
    forall(retract(recording(Old)), trie_destroy(Old)),
    trie_new(Trie),
    assertz(recording(Trie)),
    first_room(Room),
    functor(Facts, facts, Room),
    arg(2, Search, Pos),
    recorded(Trie, Facts, 0, Most,
             ( known(Pos),
               catch(run(Search, Deadline), _, true) )).

run(search(Program, Pos, Depth, Alpha, Beta, Settings), Deadline) :-
    search(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, _).
run(prove(Claim, Pos, Depth), Deadline) :-
    prove(Claim, Pos, Depth, Deadline, _).

%!  record_answer(+Question, +Number) is det.
%
%   Send the answer to one question about the position with this number: mover, nexts, value, won, lost, turbulent,
%   plausible(Next) or chance.

record_answer(Question, Number) :-
    recording(Trie),
    trie_property(Trie, value_count(Count)),
    position(Number, Pos),
    question(Question, Pos, Goal),
    recorded(Trie, none, Count, inf, ignore(Goal)).

question(mover, Pos, player(Pos, _)).
question(nexts, Pos, ( next_positions(Pos, Nexts), plain_positions(Nexts, _) )).
question(value, Pos, static_value(Pos, _)).
question(won, Pos, is_won(Pos)).
question(lost, Pos, is_lost(Pos)).
question(turbulent, Pos, is_turbulent(Pos)).
question(plausible(Number), Pos, is_plausible(Pos, Next)) :-
    position(Number, Next).
question(chance, Pos, turn(Pos, max, _, _)).

%!  recorded_number(+Pos, -Number) is semidet.
%
%   Pos is a position that the recording has met.

recorded_number(Pos, Number) :-
    recording(Trie),
    trie_lookup(Trie, Pos, Number).

%!  recorded_positions(+Numbers, -Positions) is det.

recorded_positions(Numbers, Positions) :-
    maplist(position, Numbers, Positions).

position(Number, Pos) :-
    handle(Number, Handle),
    trie_term(Handle, Pos).

:- meta_predicate recorded(+, +, +, +, 0).

recorded(Trie, Facts, Count, Most, Goal) :-
    findall(Point, point(Point), Points),
    with_events(full, Stream, Points,
                ( b_setval(pydecl_recorder, recorder(Stream, Trie, Facts, Count, 0, none, Most)),
                  setup_call_cleanup(true, Goal, nl(Stream)) )).

%   point(-wrap(Head, Wrapped, Body)): what is wrapped.

point(wrap(pydecl_contract:Head, Wrapped, Body)) :-
    asked(Head, Wrapped, Body).
point(wrap(pydecl_attached:move(At, _), Wrapped, ( pydecl_recording:replies(At), Wrapped ))).

asked(to_move(Mover, Pos), Wrapped, ( Wrapped, pydecl_recording:mover(Pos, Mover) )).
asked(player(Pos, Mover), Wrapped, ( Wrapped, pydecl_recording:mover(Pos, Mover) )).
asked(nobodys_end(Pos), Wrapped, ( Wrapped, pydecl_recording:mover(Pos, nobody) )).
asked(turn(Pos, _, Turn, Chances), Wrapped, ( Wrapped, pydecl_recording:turned(Pos, Turn, Chances) )).
asked(static_value(Pos, Val), Wrapped, ( Wrapped, pydecl_recording:value(Pos, Val) )).
asked(next_positions(Pos, Nexts), Wrapped,
      (   Wrapped
      *-> pydecl_recording:nexts(Pos, Nexts)
      ;   pydecl_recording:nexts(Pos, []),
          fail
      )).
asked(Head, Wrapped,
      (   Wrapped
      ->  pydecl_recording:fact(Bit, Pos, Yes)
      ;   pydecl_recording:fact(Bit, Pos, No),
          fail
      )) :-
    said(Head, Pos, Bit, Yes, No).
asked(is_plausible(Pos, Next), Wrapped,
      (   Wrapped
      ->  pydecl_recording:plausible(Pos, Next, 1)
      ;   pydecl_recording:plausible(Pos, Next, 0),
          fail
      )).

said(is_won(Pos), Pos, 8, 'W', w).
said(is_lost(Pos), Pos, 16, 'L', l).
said(is_turbulent(Pos), Pos, 32, 'T', t).

%   What is told

mover(Pos, Mover) :-
    letter(Mover, Letter),
    fact(1, Pos, Letter).

letter(max, x).
letter(min, n).
letter(nobody, o).

fact(Bit, Pos, Letter) :-
    (   news(Bit, Pos, Recorder)
    ->  arg(1, Recorder, Stream),
        put_char(Stream, '\t'),
        put_char(Stream, Letter)
    ;   true
    ).

value(Pos, Val) :-
    (   news(2, Pos, Recorder)
    ->  arg(1, Recorder, Stream),
        format(Stream, '\tv~q', [Val])
    ;   true
    ).

nexts(Pos, Nexts0) :-
    (   acyclic_term(Nexts0),
        news(4, Pos, Recorder)
    ->  plain_positions(Nexts0, Nexts),
        numbers(Nexts, Recorder, Numbers),      % all of them, for this may be one too many
        atomic_list_concat(Numbers, ' ', Text),
        arg(1, Recorder, Stream),
        format(Stream, '\ts~w', [Text])
    ;   true
    ).

numbers([], _, []).
numbers([Pos|Poss], Recorder, [Number|Numbers]) :-
    numbered(Pos, Recorder, Number),
    numbers(Poss, Recorder, Numbers).

%   replies(+At): won asks for the moves of At one by one, the twin for all of them.

replies(at(Depth, _, Pos)) :-
    (   Depth > 0
    ->  catch(ignore(next_positions(Pos, _)), _, true)
    ;   true
    ).

turned(Pos, Turn, Chances) :-
    (   Turn \== chance
    ->  mover(Pos, Turn),
        fact(64, Pos, k)
    ;   pairs_values(Chances, Nexts),
        tellable(Nexts),
        news(64, Pos, Recorder)
    ->  numbers(Nexts, Recorder, Numbers),
        pairs_keys(Chances, Probs),
        maplist(with_probability, Probs, Numbers, Texts),
        atomic_list_concat(Texts, ' ', Line),
        arg(1, Recorder, Stream),
        format(Stream, '\tc~w', [Line])
    ;   true
    ).

with_probability(Prob, Number, Text) :-
    format(string(Text), '~q ~d', [Prob, Number]).

plausible(Pos, Next, Flag) :-
    (   tellable(Next),
        news(0, Pos, Recorder)
    ->  numbered(Next, Recorder, Number),
        arg(1, Recorder, Stream),
        format(Stream, '\tp~d ~d', [Number, Flag])
    ;   true
    ).

%   tellable(+Term) is semidet: a trie takes what is in it.

tellable(Term) :-
    acyclic_term(Term),
    term_attvars(Term, []).

%   news(+Bit, +Pos, -Recorder) is semidet: this kind of fact has not been told of Pos, and counts as told now. The
%   line about Pos has begun.

news(Bit, Pos, Recorder) :-
    b_getval(pydecl_recorder, Recorder),
    arg(6, Recorder, Last),
    (   Last = Pos0-Number0,
        same_term(Pos0, Pos)
    ->  Number = Number0
    ;   tellable(Pos),
        numbered(Pos, Recorder, Number),
        setarg(6, Recorder, Pos-Number)
    ),
    arg(3, Recorder, Facts),
    (   Bit =:= 0
    ->  true
    ;   Facts == none
    ->  true
    ;   arg(Number, Facts, Known0),
        (   integer(Known0)
        ->  Known0 /\ Bit =:= 0,
            Known is Known0 \/ Bit
        ;   Known = Bit
        ),
        nb_setarg(Number, Facts, Known)
    ),
    (   arg(5, Recorder, Number)
    ->  true
    ;   nb_setarg(5, Recorder, Number),
        arg(1, Recorder, Stream),
        nl(Stream),
        write(Stream, Number)
    ).

known(Pos) :-
    b_getval(pydecl_recorder, Recorder),
    numbered(Pos, Recorder, _).

numbered(Pos, Recorder, Number) :-
    arg(2, Recorder, Trie),
    (   trie_lookup(Trie, Pos, Number)
    ->  true
    ;   arg(4, Recorder, Count),
        arg(7, Recorder, Most),
        (   Count >= Most
        ->  throw(pydecl_recorded)
        ;   true
        ),
        printable(Pos),                 % before the trie makes a copy without shared parts
        Number is Count + 1,
        nb_setarg(4, Recorder, Number),
        trie_insert(Trie, Pos, Number, Handle),
        assertz(handle(Number, Handle)),
        arg(3, Recorder, Facts),
        room(Number, Facts, Recorder)
    ).

%   room(+Number, +Facts, +Recorder): Facts have an argument for the Number, or twice as many.

room(_, none, _) :- !.                  % drops: the facts that there are not
room(Number, Facts, Recorder) :-
    functor(Facts, _, Room),
    (   Number =< Room
    ->  true
    ;   More is 2 * Room,
        functor(Wider, facts, More),
        forall(arg(At, Facts, Known), ( nonvar(Known) -> nb_setarg(At, Wider, Known) ; true )),
        nb_setarg(3, Recorder, Wider)
    ).
