/*  What SWI-Prolog makes of many texts of rules files, each loaded in a process of its own by pydecl's loader.

        swipl swi_texts.pl -- WORKER FOLDER FIRST LAST

    loads FOLDER/N/g.pl for N from FIRST to LAST, whose text is in FOLDER/N/text, and writes FOLDER/N/out: the
    loader's report as a canonical term, and then a line for each clause of the rules, in canonical notation with
    its variables numbered.
*/
:- module(swi_texts, [main/0]).
:- use_module(library(unix)).
:- use_module(library(process)).
:- use_module(library(readutil)).

seconds(5).

main :-
    current_prolog_flag(argv, [Worker, Folder, First0, Last0|_]),
    user:consult(Worker),
    open_null_stream(Null),
    set_stream(Null, alias(user_error)),
    atom_number(First0, First),
    atom_number(Last0, Last),
    forall(between(First, Last, N), answered(Folder, N)).

answered(Folder, N) :-
    set_prolog_flag(optimise_unify, false),
    flush_output,
    fork(Pid),
    (   Pid == child
    ->  thread_create(killed_late, _),
        catch(loaded(Folder, N), _, true),
        halt(0)
    ;   wait(Pid, _)
    ).

%   killed_late: no text takes more of the processor, whatever it does; a signal would not end all of it.

killed_late :-
    seconds(Seconds),
    repeat,
    sleep(0.2),
    statistics(process_cputime, Used),
    Used > Seconds,
    !,                                      % drops: later looks
    current_prolog_flag(pid, Pid),
    process_kill(Pid, kill).

loaded(Folder, N) :-
    format(atom(File), '~w/~w/g.pl', [Folder, N]),
    format(atom(TextFile), '~w/~w/text', [Folder, N]),
    format(atom(OutFile), '~w/~w/out', [Folder, N]),
    format(atom(Unfinished), '~w/~w/unfinished', [Folder, N]),
    setup_call_cleanup(open(TextFile, read, In, [encoding(utf8), bom(false), newline(posix)]),
                       read_string(In, _, Text),
                       close(In)),
    open_null_stream(Null),
    set_output(Null),
    pydecl_loader:load_rules(File, Text, [], Report),
    setup_call_cleanup(open(Unfinished, write, Out, [encoding(utf8)]),
                       told(Out, Report),
                       close(Out)),
    rename_file(Unfinished, OutFile).

told(Out, Report) :-
    write_term(Out, Report, [quoted(true), ignore_ops(true), numbervars(false)]),
    nl(Out),
    forall(( current_predicate(rules:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(rules:Head, imported_from(_)),
             catch(clause(rules:Head, Body), _, fail) ),
           ( numbervars(Head-Body, 0, _, [functor_name('pydecl_')]),
             write_term(Out, (Head :- Body), [quoted(true), ignore_ops(true), numbervars(false)]),
             nl(Out) )).

:- initialization(main, main).
