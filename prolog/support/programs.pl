:- module(pydecl_programs,
          [ search/8,                   % +Program, +Pos, +Depth, +Alpha, +Beta, +Settings, +Deadline, -Answer
            search_recording_leaves/9,  % …, -Answer, -Leaves
            program/3,                  % ?Program, -Module, -Arity
            about/2,                    % ?Program, ?About
            prove/5,                    % +Claim, +Pos, +Depth, +Deadline, -Answer
            stop/2                      % +Ball, -Status
          ]).
:- discontiguous term_expansion/2.

:- use_module(attached).
:- use_module(contract).
:- use_module(textbook).
:- use_module('../refined/and_or', [proof/4]).

/*  The programs by name: each is run on one position, within limits.

    They are found by their files: refined/X.pl and naive/X.pl are the module pydecl_X, and export the program X.
    Its arity says how it is called, At being the position where it starts:

        X(At)                           succeeds if MAX, who is to move, wins
        X(At, Val)                      gives no move
        X(At, Best, Val)
        X(At, Alpha, Beta, Best, Val)   takes a window

    A file says more about its program in about/1, if there is more to say:

        about(own_movers)               it asks each position for its own mover
        about(beta_first)               it is called as X(At, Beta, Alpha, Best, Val)
        about(once_a_node(Head, At, Window, Val))
                                        a trace shows the calls of Head, not of X itself: Window is Alpha-Beta
                                        as the program has them, or none; Val is `succeeds` if Head has no value
*/

%   In place of files_of(Folder) stands a directive for each file there.

term_expansion(files_of(Folder), Directives) :-
    prolog_load_context(directory, Here),
    atomic_list_concat([Here, /, Folder], There),
    directory_files(There, Files0),
    msort(Files0, Files),
    findall((:- use_module(Name, [])),
            ( member(File, Files),
              file_name_extension(Base, pl, File),
              atomic_list_concat([Folder, /, Base], Name) ),
            Directives).

files_of('../refined').
files_of('../naive').

found(Program, Module, Arity) :-
    current_module(Module),
    atom_concat(pydecl_, Name, Module),
    module_property(Module, exports(Exports)),
    (   Module == pydecl_textbook
    ->  member(Program/Arity, Exports)
    ;   Program = Name,
        memberchk(Program/Arity, Exports)
    ).

said(Program, About) :-
    found(Program, Module, _),
    current_predicate(Module:about/1),
    call(Module:about(About)).

term_expansion(programs_found, Clauses) :-
    findall(program(Program, Module, Arity), found(Program, Module, Arity), Clauses).
term_expansion(abouts_found, Clauses) :-
    findall(about(Program, About), said(Program, About), Clauses).

%!  program(?Program, -Module, -Arity) is nondet.
%
%   The program is Program/Arity of Module.

programs_found.

%!  about(?Program, ?About) is nondet.
%
%   What its file says about a program.

abouts_found.


%!  search(+Program, +Pos, +Depth, +Alpha, +Beta, +Settings, +Deadline, -Answer) is det.
%
%   Answer is answer(Status, Val, Best, Nodes, Leaves, Horizon, Seconds, Hits, Reached, Culprit). Status is
%   complete, time or memory; Val is a number, true or false, outcome(Outcome, Plies), or `unknown`; Best is
%   succ(Pos) or none; Reached is the depth of the last iteration that was finished, or none; Culprit is the
%   text of what used up the memory, or ''. Depth is a number of plies, Deadline a time stamp; Seconds is wall
%   time.

search(Program, Pos, Depth, Alpha, Beta, Settings, Deadline,
       answer(Status, Val, Best, Nodes, Leaves, Horizon, Seconds, Hits, Reached, Culprit)) :-
    attach(Deadline, Settings, Count),
    root(Program, Depth, Pos, At),
    get_time(Start),
    catch(( run(Program, At, Alpha, Beta, Succ, Val),
            Status = complete,
            Culprit = '' ),
          Ball,
          ( stopped(Ball, Count, Status, Val, Succ),
            culprit(Ball, Culprit) )),
    get_time(End),
    Seconds is End - Start,
    best_successor(Succ, Best),
    Count = count(Nodes, Leaves, Horizon, _, Hits, _, _, _, Finished),
    (   Finished = finished(Reached, _, _)
    ->  true
    ;   Reached = none
    ).

%!  search_recording_leaves(..., -Leaves) is det.
%
%   As search/8; Leaves are the positions that were evaluated, in order. (For traces only: it is slower.)

search_recording_leaves(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer, Leaves) :-
    b_setval(pydecl_leaves, leaves([])),
    setup_call_cleanup(
        wrap_predicate(pydecl_attached:staticval(At, _), leaves, Wrapped,
                       ( pydecl_programs:record(At), Wrapped )),
        search(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer),
        unwrap_predicate(pydecl_attached:staticval/2, leaves)),
    b_getval(pydecl_leaves, leaves(Reversed)),
    reverse(Reversed, Leaves).

record(at(_, _, Pos)) :-
    b_getval(pydecl_leaves, Seen),
    arg(1, Seen, Leaves),
    nb_setarg(1, Seen, [Pos|Leaves]).

%!  prove(+Claim, +Pos, +Depth, +Deadline, -Answer) is det.
%
%   Answer is proof(Status, Found, Entries, Nodes, Seconds): Status as of search/8, Found and Entries as
%   and_or.pl says; Found is `unknown` where Status is not complete.

prove(Claim, Pos, Depth, Deadline, proof(Status, Found, Entries, Nodes, Seconds)) :-
    attach(Deadline, settings(game, 0, 0, 0, 0, []), Count),
    get_time(Start),
    catch(( proof(Claim, at(Depth, any(any), Pos), Found, Entries),
            Status = complete ),
          Ball,
          ( stopped(Ball, Count, Status, Found, _),
            Entries = [] )),
    get_time(End),
    Seconds is End - Start,
    arg(1, Count, Nodes).

%   root(+Program, +Depth, +Pos, -At): the root of the search; the mover is asked, unless the program
%   asks each node.

root(Program, Depth, Pos, at(Depth, Mover, Pos)) :-
    (   about(Program, own_movers)
    ->  Mover = any(any)
    ;   player(Pos, Mover)
    ).

%   run(+Program, +At, +Alpha, +Beta, -Best, -Val): Best stays free where there is no successor.

run(Program, At, Alpha, Beta, Best, Val) :-
    program(Program, Module, Arity),
    run(Arity, Module:Program, At, Alpha, Beta, Best, Val).

run(1, Program, At, _, _, _, Val) :-
    asked_of_max(At),
    (   call(Program, At)
    ->  Val = true
    ;   Val = false
    ).
run(2, Program, At, _, _, _, Val) :-
    call(Program, At, Val).
run(3, Program, At, _, _, Best, Val) :-
    call(Program, At, Best, Val).
run(5, Module:Program, At, Alpha, Beta, Best, Val) :-
    (   about(Program, beta_first)
    ->  call(Module:Program, At, Beta, Alpha, Best, Val)
    ;   call(Module:Program, At, Alpha, Beta, Best, Val)
    ).

asked_of_max(at(_, max, _)) :- !.       % drops: the complaint
asked_of_max(At) :-
    broken(won_asked_of_min, At).

best_successor(Succ, none) :-
    var(Succ), !.                       % drops: the successor that there is not
best_successor(at(_, _, Pos), succ(Pos)).

%   stopped(+Ball, +Count, -Status, -Val, -Best): an iteration that is finished is an answer.
%   Each cut drops the clauses below it, of which the last throws again.

stopped(Ball, Count, _, _, _) :-
    forged(Ball, Count), !,
    throw(Ball).
stopped(pydecl_stop(horizon), _, complete, unknown, _) :- !.
stopped(Ball, Count, Status, Val, Best) :-
    stop(Ball, Status0), !,
    arg(9, Count, Finished),
    (   Finished = finished(_, Best, Val)
    ->  Status = complete,
        nb_setarg(3, Count, true)
    ;   Status = Status0,
        Val = unknown
    ).
stopped(Ball, _, _, _, _) :-
    throw(Ball).

%   forged(+Ball, +Count) is semidet: the rules threw Ball, which says what is not so.

forged(Ball, Count) :-
    nonvar(Ball),
    Ball = pydecl_stop(Why),
    Count = count(_, _, Horizon, Deadline, _, _, _, _, _),
    (   Why == time
    ->  get_time(Now),
        Now < Deadline
    ;   Why == horizon
    ->  Horizon \== true
    ;   true
    ).

%!  stop(+Ball, -Status) is semidet.
%
%   The exception Ball says that a limit was reached: Status is time or memory.

stop(pydecl_stop(time), time).
stop(error(Formal, _), memory) :-
    nonvar(Formal),
    Formal = resource_error(_).
