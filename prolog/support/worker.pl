:- module(pydecl_worker,
          [ request/2                   % +RequestText, -ReplyText
          ]).
:- set_prolog_flag(optimise_unify, false).      % it loses bindings: see docs/compiler.md
:- use_module(adapting, []).
:- use_module(contract).
:- use_module(events, []).
:- use_module(interface).
:- use_module(loader).
:- use_module(notes).
:- use_module(own).
:- use_module(own_marks).
:- use_module(own_tracing).
:- use_module(programs).
:- use_module(expand).
:- use_module(following).
:- use_module(giving).
:- use_module(playouts).
:- use_module(policy).
:- use_module(queries).
:- use_module(reach).
:- use_module(recording).
:- use_module(sampling).
:- use_module(seal, []).
:- use_module(solving).
:- use_module(steady).
:- use_module(tracing).
:- use_module(terms).
:- use_module(top, []).
:- use_module(variants).

/*  One text in, one text out. The request is a canonical term; the reply is `ok Term`, `text Text` (lines
    for bulk data), or `error Term`, the term canonical too:

        error game(Fault)                the game breaks its contract; Fault is pydecl/1's argument
        error resource(Which, Culprit)   SWI-Prolog ran out of memory; Culprit as of culprit/2
        error prolog(Text, Place)        any other exception, as a message, and where in the rules it was raised
        error syntax(Text)               a text of the user's is no Prolog
*/

:- set_prolog_flag(encoding, utf8).
:- set_prolog_flag(verbose, silent).

request(RequestText, ReplyText) :-
    term_string(Request, RequestText),
    catch(( answer(Request, Kind, Answer),
            unified_as_written,
            reply(Kind, Answer, ReplyText) ),
          Ball,
          ( again(Request, Goal),
            fault(Ball, Goal, Fault),
            reply(error, Fault, ReplyText) )),
    !,
    catch(flush_output(user_output), _, true).
request(RequestText, ReplyText) :-
    format(string(ReplyText), 'error prolog("request failed: ~w",\'\')', [RequestText]).

%   unified_as_written: no clause was compiled with what loses bindings.

unified_as_written :-
    (   current_prolog_flag(optimise_unify, false)
    ->  true
    ;   throw(pydecl(tampered))
    ).

%   again(+Request, -Goal): what may be asked again to find the place of an exception.

again(Request, answer(Request, _, _)) :-
    functor(Request, Name, _),
    memberchk(Name, [initial, positions, search, picture, move_text, static_value, outcome, canonical,
                     prove, record]),
    !.                                  % drops: true
again(_, true).

answer(load(File, Text, Options), loaded, Report) :-
    load_rules(File, Text, Options, Report),
    abolish_all_tables.
answer(source(File, Text), ok, true) :-
    take_source(File, Text).
answer(convention(Name, Again, Fold), ok, Defined) :-
    read_as(Name, Again, Fold, Defined).
answer(steady, ok, true) :-
    steady.
answer(canonical(Positions), long, Sames) :-
    maplist(stands_for, Sames, Positions),
    maplist(printable, Sames).
answer(decided, ok, Decided) :-
    pydecl_adapting:decided_facts(Decided).
answer(facts(Facts), ok, true) :-
    load_facts(Facts),
    abolish_all_tables.
answer(initial, ok, Positions) :-
    findall(Pos, pydecl_game:initial(Pos), Positions),
    maplist(printable, Positions).
answer(positions, long, Positions) :-
    enumerated(position, Positions),
    maplist(printable, Positions).
answer(search(Program, Pos, Depth, Alpha, Beta, Settings, Seconds), ok, Answer) :-
    deadline(Seconds, Deadline),
    searched(Deadline, search(Program, Pos, Depth, Alpha, Beta, Settings), Answer).
answer(leaves(Program, Pos, Depth, Alpha, Beta, Settings, Seconds), long, Answer-Leaves) :-
    deadline(Seconds, Deadline),
    search_recording_leaves(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer, Leaves).
answer(trace(Program, Pos, Depth, Alpha, Beta, Settings, Seconds, Most), ok, Answer) :-
    deadline(Seconds, Deadline),
    (   Program = own(_, _, _)
    ->  own_tracing(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Most, Answer)
    ;   search_tracing(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Most, Answer)
    ),
    printable(Answer).
answer(batch(Searches, Seconds), long, Answers) :-
    deadline(Seconds, Deadline),
    maplist(batched(Deadline), Searches, Answers).
answer(own_programs, ok, Programs) :-
    own_programs(Programs).
answer(own_clauses(PI), ok, Text) :-
    own_clauses(PI, Text).
answer(own_marks(Own, Texts), long, marked(First, Goals, Clauses)) :-
    marked_program(Own, Texts, First, Goals, Clauses).
answer(note_goals(First), ok, true) :-
    note_goals(First).
answer(attach_own(PI, Text), ok, true) :-
    attach_own(PI, Text).
answer(varied_clauses(Own), long, Text) :-
    varied_clauses(Own, Text).
answer(own_answers(Searches, Most, Seconds), long, Answers) :-
    own_answers(Searches, Most, Seconds, Answers).
answer(own_variants(Own, Text, Variants, Searches, Most, Seconds), long, Answers) :-
    own_variants(Own, Text, Variants, Searches, Most, Seconds, Answers).
answer(prove(Claim, Pos, Depth, Seconds), long, Answer) :-
    deadline(Seconds, Deadline),
    prove(Claim, Pos, Depth, Deadline, Answer).
answer(solve(Bound, Seconds), ok, Answer) :-
    deadline(Seconds, Deadline),
    solve(Bound, Deadline, Answer).
answer(expand(Positions, Plies, Most), text, Lines) :-
    expand(Positions, Plies, Most, Lines).
answer(followed(Nodes, Most), long, Differing) :-
    followed(Nodes, Most, Differing).
answer(forget, ok, true) :-
    forget_positions.
answer(record(Search, Seconds, Most), ok, true) :-
    deadline(Seconds, Deadline),
    record_search(Search, Deadline, Most).
answer(record(Question, Number), ok, true) :-
    record_answer(Question, Number).
answer(recorded_number(Pos), ok, Numbers) :-
    findall(Number, recorded_number(Pos, Number), Numbers).
answer(recorded(Numbers), long, Positions) :-
    recorded_positions(Numbers, Positions),
    maplist(printable, Positions).
answer(picture(Pos), ok, Texts) :-
    texts(position_text(Pos), Texts).
answer(move_text(Move), ok, Texts) :-
    texts(move_text(Move), Texts).
answer(picture_parts(Pos), ok, Pictures) :-
    findall(Parts, once(phrase(pydecl_game:position_picture(Pos), Parts)), Pictures),
    printable(Pictures).
answer(written(Term), ok, Text) :-
    printable(Term),
    format(string(Text), '~W', [Term, [quoted(true), module(rules)]]).
answer(static_value(Pos), ok, Val) :-
    static_value(Pos, Val).
answer(giving(PI, Pos, Which), ok, Places) :-
    giving(PI, Pos, Which, Places).
answer(outcome(Pos), ok, Outcome) :-
    outcome(Pos, Outcome).
answer(values(Name), ok, Values) :-
    Goal =.. [Name, Value],
    findall(Value, pydecl_game:Goal, Values).
answer(doubtful_end, ok, Found) :-
    findall(Kind-Pos, doubtful_end(Kind, Pos), Found).
answer(nobodys_end, ok, Found) :-
    findall(Pos, met_nobodys_end(Pos), Found).
answer(same_mover(Starts), ok, Found) :-
    findall(Pos, met_same_mover(Starts, Pos), Found).
answer(add(Facts), ok, true) :-
    assert_all(Facts),
    abolish_all_tables.
answer(replace(PIs, Facts), ok, true) :-
    replace_all(PIs, Facts),
    abolish_all_tables.
answer(read(Text), ok, Term) :-
    read_position(Text, Term).
answer(own_predicates(Folder), long, Predicates) :-
    own_predicates(Folder, Predicates).
answer(sample(Samples), long, Answers) :-
    sampled(Samples, Answers).
answer(query(Text, Most), asked, Solutions) :-
    solutions(Text, Most, Solutions).
answer(taken(PIs), ok, Taken) :-
    include(taken, PIs, Taken).
answer(bounded(Memory, Readable), text, Home) :-
    Share is Memory // 2,               % stacks are copied when they grow
    set_prolog_flag(stack_limit, Share),
    set_prolog_flag(table_space, Share),
    open_null_stream(Null),
    set_stream(Null, alias(user_error)),
    set_stream(user_output, encoding(utf8)),
    current_prolog_flag(home, Home),
    confined([Home|Readable]).
answer(version, ok, Version) :-
    current_prolog_flag(version, Version).

%   texts(:Body, -Texts): what a DCG of the game's writes, none or one.

texts(Body, Texts) :-
    findall(Text, ( once(phrase(pydecl_game:Body, Codes)), string_codes(Text, Codes) ), Texts).

%   reply_limit(+Kind, -Most): in characters. Where many positions are asked for, what Python takes at all:
%   BIGGEST_REPLY of pydecl/sandbox/frames.py.

reply_limit(ok, 1000000).
reply_limit(loaded, 3000000).           % with what was read, see reading.pl
reply_limit(asked, 4000000).
reply_limit(long, 33554432).

%   searched(+Deadline, +Search, -Answer): Program is one of programs.pl, or one of the rules file's own.

searched(Deadline, search(Program, Pos, Depth, Alpha, Beta, Settings), Answer) :-
    (   Program = own(_, _, _)
    ->  own_search(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer)
    ;   search(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer)
    ),
    printable(Answer).

%   batched(+Deadline, +Search, -Answer): the answer, or error(Fault): one search's does not end the others.

batched(Deadline, Search, Answer) :-
    catch(searched(Deadline, Search, Answer),
          Ball,
          ( fault(Ball, Fault), Answer = error(Fault) )).

deadline(Seconds, Deadline) :-
    get_time(Now),
    Deadline is Now + Seconds.

reply(text, Text, ReplyText) :-
    string_concat("text ", Text, ReplyText).
reply(error, Fault, ReplyText) :-
    with_output_to(string(ReplyText), ( write('error '), write_fault(Fault) )).
reply(Kind, Term, ReplyText) :-
    reply_limit(Kind, Most),
    (   \+ acyclic_term(Term)
    ->  cyclic(Term, Fault),
        reply(error, game(Fault), ReplyText)
    ;   fits(Term, Most)
    ->  with_output_to(string(ReplyText), ( write('ok '), write_canonical_term(Term) ))
    ;   reply(error, game(answer_too_large(Most)), ReplyText)
    ).

