:- module(pydecl_policy,
          [ vetted/2,                   % +Term, -Verdict
            without_user/3,             % +Term0, +Home, -Term
            sets_up/1,                  % +Goal
            not_started/2,              % +Goal, -Verdict
            taken/1                     % +PI
          ]).

:- use_module(library(occurs), [sub_term/2]).

/*  What a rules file may do while it is loaded, and what its clauses may say. This is a lint that explains; the
    walls around the process are what protects (see `pydecl/sandbox/walls.py`).

    A directive that declares something is carried out; so is a goal that only computes. What would start a
    program, a dialogue or the tracer is left out, with a note. What reaches for files, processes, flags or
    other modules refuses the file.
*/

%!  vetted(+Term, -Verdict) is det.
%
%   What becomes of a term of the file being loaded: `keep`, `heeded` where the text was read by it,
%   left_out(Code, What), or refused(Code, What). Code is one of `pydecl/rules/catalogue/loading.py`, What the text
%   that goes with it.

vetted(Term, Verdict) :-
    (   var(Term)
    ->  Verdict = keep
    ;   names_encoding(Term)
    ->  Verdict = heeded
    ;   own_name(Term, Name)
    ->  refused('P405', "~q: names that begin with pydecl are pydecl's own", [Name], Verdict)
    ;   vet(Term, Verdict0)
    ->  Verdict = Verdict0
    ;   Verdict = keep
    ).

%   names_encoding(+Term): what SWI-Prolog reads; `pydecl/rules/encoding.py` has done so.

names_encoding((:- encoding(Name))) :-
    ground(Name).
names_encoding((?- encoding(Name))) :-
    ground(Name).

refused(Code, Format, Args, refused(Code, Text)) :-
    format(string(Text), Format, Args).

left_out(Code, Format, Args, left_out(Code, Text)) :-
    format(string(Text), Format, Args).

own_name(Term, Name) :-
    acyclic_term(Term),
    sub_term(Part, Term),
    (   atom(Part)
    ->  Name = Part
    ;   compound(Part),
        compound_name_arity(Part, Name, _),
        atom(Name)                      % [](a) has another name
    ),
    sub_atom(Name, 0, _, _, pydecl), !.     % drops: further names

%   vet(+Term, -Verdict) is semidet: fails where there is nothing to say.

vet((?- Goal), Verdict) :-
    !,                                  % drops: clauses; so below
    (   nonvar(Goal),
        loads(Goal, _)                  % a directive, as SWI-Prolog takes it
    ->  directive(Goal, Verdict)
    ;   query_left_out(Goal, Verdict)
    ).
vet((:- initialization(_)), _) :-
    !,
    fail.                               % the loader asks sets_up/1 when all clauses are there
vet((:- Goal), Verdict) :-
    !,
    goals(Goal, Goals),
    member(One, Goals),
    directive(One, Verdict), !.         % drops: what later goals would be told
vet((Head --> Body), Verdict) :-
    !,
    (   Head = (NonTerminal, _), nonvar(NonTerminal)
    ->  clause_verdict(NonTerminal, Body, Verdict)
    ;   clause_verdict(Head, Body, Verdict)
    ).
vet((Head :- Body), Verdict) :-
    !,
    clause_verdict(Head, Body, Verdict).
vet((Head => Body), Verdict) :-
    !,
    (   nonvar(Head), Head = (Head1, _)
    ->  clause_verdict(Head1, Body, Verdict)
    ;   clause_verdict(Head, Body, Verdict)
    ).
vet(Head, Verdict) :-
    clause_verdict(Head, true, Verdict).

clause_verdict(Qualified, Body, Verdict) :-
    of_user(Qualified, Head),
    callable(Head),
    \+ Head = _:_,
    name_arity(Head, Name, Arity),
    !,                                  % drops: a clause for another module
    (   hook(Name/Arity)
    ->  refused('P404', "a clause of ~q, which SWI-Prolog itself calls", [user:Name/Arity], Verdict)
    ;   clause_verdict(Head, Body, Verdict)
    ).
clause_verdict(Head, _, Verdict) :-
    nonvar(Head),
    Head = Module:_,
    Module \== rules,
    !,
    refused('P404', "a clause for another module, ~q", [Module], Verdict).
clause_verdict(Head, Body, Verdict) :-
    Body == fill_in,                    % as 'pydecl adapt' leaves it: see pydecl/loading/glue/frame.py
    \+ current_predicate(rules:fill_in/0),
    callable(Head),
    !,                                  % drops: what the goal would be told
    name_arity(Head, Name, Arity),
    refused('P414', "~q is to be filled in: write a goal in the place of fill_in", [Name/Arity], Verdict).
clause_verdict(_, Body, Verdict) :-
    goals(Body, Goals),
    member(Goal, Goals),
    in_body(Goal, Verdict), !.          % drops: further findings in the same clause

in_body(Goal, Verdict) :-
    of_user(Goal, Inner),
    own_goal(Inner),
    !,                                  % drops: what is said of other modules
    in_body(Inner, Verdict).
in_body(Module:_, Verdict) :-
    reserved(Module),
    !,
    refused('P404', "the rules reach into module ~q", [Module], Verdict).
in_body(Goal, Verdict) :-
    name_arity(Goal, Name, Arity),
    changing(Name, Arity),
    refused('P409', "the rules call ~q, which changes SWI-Prolog itself", [Name/Arity], Verdict).

query_left_out(Goal, Verdict) :-
    left_out('P401', "the query ?- ~W is not run", [Goal, [quoted(true), max_depth(6)]], Verdict).

%   A file that is not a module is module `user` in SWI-Prolog; here it is module `rules`. What it says of `user`
%   is of itself, but for what SWI-Prolog calls there.

hook(PI) :-
    memberchk(PI, [ term_expansion/2, term_expansion/4, goal_expansion/2, goal_expansion/4, message_hook/3,
                    prolog_load_file/2, prolog_file_type/2, file_search_path/2, library_directory/1,
                    exception/3, expand_query/4, expand_answer/2, prolog_event_hook/1, prolog_list_goal/1,
                    thread_message_hook/3, message_property/2, prolog_exception_hook/4,
                    prolog_exception_hook/5, unknown_predicate_handler/3 ]).

own_goal(Goal) :-
    callable(Goal),
    \+ Goal = _:_,
    name_arity(Goal, Name, Arity),
    \+ hook(Name/Arity).

%!  without_user(+Term0, +Home, -Term) is det.
%
%   A clause or directive in which `user:` before a head, a goal, or what a goal is about, is left out if Home is
%   `own`, and Home: stands in its place otherwise.

without_user(Term0, Home, Term) :-
    (   nonvar(Term0),
        without(Term0, Home, Term1)
    ->  Term = Term1
    ;   Term = Term0
    ).

without((:- Goal0), Home, (:- Goal)) :-
    goal_without(Goal0, Home, Goal).
without((Head0 :- Body0), Home, (Head :- Body)) :-
    head_without(Head0, Home, Head),
    goal_without(Body0, Home, Body).
without((Head0 --> Body), Home, (Head --> Body)) :-
    head_without(Head0, Home, Head).
without(Qualified, Home, Term) :-
    of_user(Qualified, Term0),
    without_user(Term0, Home, Term1),
    at_home(Home, Term1, Term).

head_without(Head0, Home, Head) :-
    (   of_user(Head0, Head1)
    ->  head_without(Head1, Home, Head2),
        at_home(Home, Head2, Head)
    ;   Head = Head0
    ).

at_home(own, Term, Term) :-
    !.                                  % drops: a module of that name
at_home(Home, Term, Home:Term).

%   goal_without(+Goal0, +Home, -Goal): what a goal is about may stand in a list, or be joined by commas.

goal_without(Goal0, Home, Goal) :-
    (   \+ compound(Goal0)
    ->  Goal = Goal0
    ;   of_user(Goal0, Goal1)
    ->  goal_without(Goal1, Home, Goal2),
        at_home(Home, Goal2, Goal)
    ;   compound_name_arguments(Goal0, Name, Args0),
        about_predicates(Name, First)
    ->  arguments_without(Args0, First, Home, Args),
        compound_name_arguments(Goal, Name, Args)
    ;   Goal = Goal0
    ).

%   arguments_without(+Args0, +First, +Home, -Args): First is the one argument that is about predicates, or `all`.

arguments_without([], all, _, []).
arguments_without([Arg0|Args0], all, Home, [Arg|Args]) :-
    goal_without(Arg0, Home, Arg),
    arguments_without(Args0, all, Home, Args).
arguments_without([Arg0|Args], 1, Home, [Arg|Args]) :-
    goal_without(Arg0, Home, Arg).
arguments_without([Arg1,Arg0|Args], 2, Home, [Arg1,Arg|Args]) :-
    goal_without(Arg0, Home, Arg).

about_predicates(Name, First) :-
    (   memberchk(Name, [ ',', ;, ->, *->, \+, not, once, ignore, forall, catch, {}, '[|]',
                          dynamic, discontiguous, multifile, table, initialization,
                          assert, asserta, assertz, retract, retractall, abolish, :- ])
    ->  First = all
    ;   memberchk(Name, [call, maplist, foldl, include, exclude, partition])
    ->  First = 1
    ;   memberchk(Name, [findall, bagof, setof, aggregate_all, ^])
    ->  First = 2
    ).

%   of_user(+Term, -Inner) is semidet: Term is user:Inner; a variable is no module.

of_user(Term, Inner) :-
    nonvar(Term),
    Term = Module:Inner,
    Module == user.

%   goals(+Body, -Goals): the goals of a body or directive, with those in control structures and in the
%   arguments of meta-calls; whatever is callable there counts.

goals(Body, Goals) :-
    findall(Goal, goal(Body, Goal), Goals).

goal(Body, _) :-
    var(Body), !,
    fail.
goal(Body, Goal) :-
    control(Body, Parts),
    !,
    member(Part, Parts),
    goal(Part, Goal).
goal(Goal, Goal) :-
    callable(Goal).

%   name_arity(+Goal, -Name, -Arity): also of a goal with brackets and no arguments, such as again().

name_arity(Goal, Name, Arity) :-
    (   compound(Goal)
    ->  compound_name_arity(Goal, Name, Arity)
    ;   atom(Goal),
        Name = Goal,
        Arity = 0
    ).

control((A, B), [A, B]).
control((A ; B), [A, B]).
control((A -> B), [A, B]).
control((A *-> B), [A, B]).
control({A}, [A]).
control(\+ A, [A]).
control(not(A), [A]).
control(call(A), [A]).
control(once(A), [A]).
control(ignore(A), [A]).
control(forall(A, B), [A, B]).
control(findall(_, A, _), [A]).
control(bagof(_, A, _), [A]).
control(setof(_, A, _), [A]).
control(_ ^ A, [A]).
control(catch(A, _, B), [A, B]).

%   directive(+Goal, -Verdict) is semidet.

directive(initialization(Goal), Verdict) :-
    !,                                  % drops: the more general clauses below; so for each
    not_started(Goal, Verdict).
directive(initialization(Goal, _), Verdict) :-
    !,
    not_started(Goal, Verdict).
directive(module(Name, _), Verdict) :-
    !,
    (   memberchk(Name, [user, system])
    ->  true
    ;   Name == rules,                  % the rules file's own module, whatever its header says
        prolog_load_context(source, File),
        \+ pydecl_loader:loading(File)
    ),
    refused('P408', "a file of rules cannot be module ~q", [Name], Verdict).
directive(encoding(Encoding), Verdict) :-
    !,
    left_out('P401', "encoding(~q) is not carried out: it is no directive of its own", [Encoding], Verdict).
directive(op(_, _, Names), Verdict) :-
    !,
    (   sub_term(Qualified, Names),
        nonvar(Qualified),
        Qualified = Module:_
    ),
    refused('P404', "an operator for another module, ~q", [Module], Verdict).
directive(set_prolog_flag(Flag, _), Verdict) :-
    !,
    \+ own_flag(Flag),
    refused('P402', "a directive sets the flag ~q", [Flag], Verdict).
directive(Goal, Verdict) :-
    loads(Goal, Files),
    !,
    (   load_verdict(Files, Verdict0)
    ->  Verdict = Verdict0
    ;   Files = [library(Library)],
        \+ in_library(Library),
        left_out('P410', "SWI-Prolog has no library(~w)", [Library], Verdict)
    ).
directive(Qualified, Verdict) :-
    of_user(Qualified, Goal),
    own_goal(Goal),
    !,                                  % drops: other modules
    directive(Goal, Verdict).
directive(Module:Goal, Verdict) :-
    !,
    (   reserved(Module)
    ->  refused('P404', "a directive reaches into module ~q", [Module], Verdict)
    ;   library_refused(Module)
    ->  refused('P402', "a directive calls module ~q", [Module], Verdict)
    ;   directive(Goal, Verdict)
    ).
directive(Goal, Verdict) :-
    name_arity(Goal, Name, Arity),
    (   stops_prolog(Name, Arity)
    ->  refused('P403', "a directive calls ~q", [Name/Arity], Verdict)
    ;   refused_in_directives(Name, Arity)
    ->  refused('P402', "a directive calls ~q, which the rules of a game may not", [Name/Arity], Verdict)
    ;   tool(Name, Arity)
    ->  left_out('P401', "~q is not carried out", [Name/Arity], Verdict)
    ;   converses(Goal)
    ->  left_out('P407', "~W is not run: it asks for input or ends Prolog",
                 [Goal, [quoted(true), max_depth(6)]], Verdict)
    ).

%!  not_started(+Goal, -Verdict) is det.

not_started(Goal, Verdict) :-
    left_out('P401', "~W is not run", [initialization(Goal), [quoted(true), max_depth(6)]], Verdict).

%   loads(+Goal, -Files): a directive that loads files.

loads(use_module(File), [File]).
loads(use_module(File, _), [File]).
loads(reexport(File), [File]).
loads(reexport(File, _), [File]).
loads(autoload(File), [File]).
loads(autoload(File, _), [File]).
loads(ensure_loaded(File), [File]).
loads(consult(File), [File]).
loads(reconsult(File), [File]).
loads(include(File), [File]).
loads(load_files(File, _), [File]).
loads(load_files(File), [File]).
loads([File|Files], [File|Files]).

load_verdict(Files, Verdict) :-
    is_list(Files),
    member(File, Files),
    (   is_list(File)
    ->  load_verdict(File, Verdict)
    ;   nonvar(File),
        File = library(Library)
    ->  library_refused(Library),
        refused('P402', "the rules of a game may not use library(~w)", [Library], Verdict)
    ;   \+ in_own_folder(File),
        refused('P406', "~q: a file that is not in the game's own folder", [File], Verdict)
    ), !.                               % drops: what the other files would be told

%   in_own_folder(+Spec): the file is in the folder of the game, or below it; a file in a folder below may name
%   one in another.

in_own_folder(Spec) :-
    plain_path(Spec),
    prolog_load_context(directory, Directory),
    catch(absolute_file_name(Spec, Path, [relative_to(Directory)]), _, fail),
    (   Own = Directory
    ;   pydecl_loader:loading(File),
        file_directory_name(File, Own)
    ),
    atom_concat(Own, /, Folder),
    sub_atom(Path, 0, _, _, Folder), !.     % drops: the other folder

plain_path(Spec) :-
    (   atomic(Spec)
    ->  true
    ;   nonvar(Spec),
        Spec = Folder/File,
        plain_path(Folder),
        atomic(File)
    ).

library_refused(Library) :-
    memberchk(Library, [ unix, process, socket, filesex, table, shell, uid, rlimit, syslog, ssl, redis, odbc, stomp,
                         mqi, paxos, editline, readline, thread, threadutil, thread_pool, prolog_pack, www_browser ]).
library_refused(http/_).

in_library(Library) :-
    catch(absolute_file_name(library(Library), _, [file_type(prolog), access(read), file_errors(fail)]), _, fail).

%   reserved(+Module): a module that is not the file's own, and not a library's.

reserved(Module) :-
    atom(Module),
    (   member(Module, [user, system, top, adapted, unfolded, folding, unpassed, passing, own])
    ;   sub_atom(Module, 0, _, _, pydecl)
    ), !.                               % drops: the other reason

own_flag(Flag) :-
    memberchk(Flag, [ double_quotes, back_quotes, rational_syntax, optimise, occurs_check, unknown, encoding, gc,
                      generate_debug_info, verbose, verbose_load, autoload, last_call_optimisation, history,
                      toplevel_print_anon, toplevel_var_size, answer_write_options, print_write_options,
                      debugger_write_options, warn_override_implicit_import, color_term, debug, report_error ]).

stops_prolog(halt, 0).
stops_prolog(halt, 1).

%   tool(+Name, +Arity): for the programmer at the top level.

tool(Name, Arity) :-
    memberchk(Name/Arity,
              [ trace/0, trace/1, trace/2, spy/1, debug/0, debug/1, guitracer/0, gtrace/0, gspy/1, break/0,
                make/0, listing/0, listing/1, use_rendering/1, use_rendering/2, run_tests/0, run_tests/1 ]).

%   refused_in_directives(+Name, +Arity): it reaches for processes, files, streams, or SWI-Prolog itself.

refused_in_directives(Name, Arity) :-
    forbidden(PIs),
    memberchk(Name/Arity, PIs).
refused_in_directives(Name, Arity) :-
    changing(Name, Arity).

forbidden([ shell/0, shell/1, shell/2, process_create/3, process_kill/1, process_kill/2, exec/1, fork/1, kill/2,
            setenv/2, unsetenv/1, alarm/2, alarm/3, alarm/4,
            thread_create/1, thread_create/2, thread_create/3, thread_create/4, thread_signal/2 ]).
forbidden([ open/3, open/4, see/1, tell/1, append/1, protocol/1, protocola/1, chdir/1, working_directory/2,
            delete_file/1, rename_file/2, make_directory/1, delete_directory/1, tmp_file/2, tmp_file_stream/3,
            set_stream/2, set_input/1, set_output/1, tcp_socket/1 ]).
forbidden([ load_foreign_library/1, load_foreign_library/2, use_foreign_library/1, use_foreign_library/2,
            open_shared_object/2, open_shared_object/3, qcompile/1, qcompile/2, qsave_program/1,
            qsave_program/2, cancel_halt/1 ]).

%   changing(+Name, +Arity): what no rule of a game needs, and what would change the answers of the programs.

changing(Name, Arity) :-
    (   memberchk(Name/Arity,
                  [ set_prolog_flag/2, create_prolog_flag/3, set_prolog_IO/3, redefine_system_predicate/1,
                    wrap_predicate/4, unload_file/1, prolog_listen/2, prolog_listen/3, add_import_module/3,
                    delete_import_module/2, set_module/1, at_halt/1, on_signal/3, on_signal/4 ])
    ->  true
    ;   sub_atom(Name, 0, _, _, $),
        Name \== $
    ).

%   converses(+Goal): the goal reaches, by way of the file's own clauses, what asks for input or ends Prolog.

converses(Goal) :-
    reaches(asks, [Goal], []).

%!  taken(+PI) is semidet.
%
%   Rules that are written for a game by a program cannot have the predicate PI: SWI-Prolog has it, calls it, or
%   reads its clauses as something else; or pydecl asks it of any rules.

taken(Name/Arity) :-
    (   functor(Head, Name, Arity),
        predicate_property(system:Head, defined)
    ;   hook(Name/Arity)
    ;   sub_atom(Name, 0, _, _, $)
    ;   memberchk(Name, [:-, -->, ?-, =>, end_of_file, begin_of_file, '|', '[]', {}])
    ;   memberchk(Name/Arity, [moves_again/0, default_depth/1, default_plies/1])
    ), !.                               % drops: the other reasons

%!  sets_up(+Goal) is semidet.
%
%   The goal makes facts, by way of the file's own clauses, and does nothing that a directive may not do; it asks for
%   no input and prints nothing, as a program that is started does.

sets_up(Goal) :-
    goals(Goal, Goals),
    reaches(adds, Goals, []),
    \+ reaches(asks, Goals, []),
    \+ reaches(prints, Goals, []),
    \+ ( member(One, Goals), directive(One, _) ).

%   reaches(+Kind, +Goals, +Seen): one of the goals is, or reaches by way of the file's clauses, one of a kind.

reaches(Kind, [Goal|Goals], Seen) :-
    name_arity(Goal, Name, Arity),
    (   call(Kind, Name/Arity)
    ->  true
    ;   memberchk(Name/Arity, Seen)
    ->  reaches(Kind, Goals, Seen)
    ;   findall(Part, part_of_clause(Name/Arity, Part), Parts),
        append(Parts, Goals, Goals1),
        reaches(Kind, Goals1, [Name/Arity|Seen])
    ).

adds(Name/1) :-
    memberchk(Name, [assert, asserta, assertz]).

prints(Name/Arity) :-
    (   memberchk(Name, [write, print, writeln, writeq, write_canonical, nl, format, print_message, put_char, tab])
    ->  true
    ;   memberchk(Name/Arity, [write_term/2, portray_clause/1, listing/1, time/1])
    ).

part_of_clause(Name/Arity, Part) :-
    current_predicate(rules:Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(rules:Head, imported_from(_)),
    catch(clause(rules:Head, Body), error(_, _), fail),
    sub_term(Part, Body),
    callable(Part).

asks(PI) :-
    memberchk(PI, [ read/1, read/2, read_term/2, read_term/3, get_char/1, get_char/2, get_code/1, get_code/2,
                    get_byte/1, peek_char/1, peek_code/1, get0/1, get/1, get_single_char/1,
                    read_line_to_string/2, read_line_to_codes/2, read_line_to_codes/3, prompt1/1, prolog/0,
                    halt/0, halt/1 ]).
