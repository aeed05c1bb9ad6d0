% Asked on standard input, a term a line: load(File, Text), with(Name/Arity, Facts), and found(Goal), which
% is answered by what each solution gives for the goal's variables, or by the fault of an error.

serve :-
    read(user_input, Request),
    Request \== end_of_file,
    answer(Request, Answer),
    format("~k~n", [Answer]),
    flush_output,
    serve.

answer(load(File, Text), loaded) :-
    open_string(Text, In),
    load_files(user:File, [stream(In), silent(true)]).
answer(with(Name/Arity, Facts), loaded) :-
    abolish(user:Name/Arity),
    dynamic(user:Name/Arity),
    forall(member(Fact, Facts), assertz(user:Fact)).
answer(found(Goal), Answer) :-
    term_variables(Goal, Found),
    catch(findall(Found, user:Goal, Answer), error(Fault, _), Answer = Fault).
