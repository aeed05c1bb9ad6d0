/*  Tests of prolog/support/reach.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/reach.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/reach').

:- prolog_load_context(directory, Here),
   directory_file_path(Here, 'seal.plt', Granted),
   directory_file_path(Here, 'policy.plt', Other),
   assertz(granted(Granted)),
   assertz(other(Other)),
   assertz(folder(Here)).

:- begin_tests(reach, [setup(begin), cleanup(end)]).

begin :-
    granted(Granted),
    current_prolog_flag(home, Home),
    confined([Home, Granted]).

end :-
    forall(pydecl_reach:way(Head, _, _),
           ( functor(Head, Name, Arity), unwrap_predicate(system:Name/Arity, reach) )),
    unwrap_predicate(system:'$open_shared_object'/3, files).

test(what_is_granted_is_there_and_what_leads_to_it) :-
    granted(File),
    folder(Folder),
    exists_file(File),
    exists_directory(Folder),
    access_file(File, read).
test(what_is_beside_it_is_not) :-
    other(File),
    \+ exists_file(File),
    \+ access_file(File, read),
    atom_string(File, Text),
    \+ exists_file(Text).
test(an_answer_is_the_same_as_about_what_is_nowhere, Error == Nowhere) :-
    folder(Folder),
    other(File),
    directory_file_path(Folder, nowhere, None),
    catch(open(None, read, _), error(existence_error(What, None), _), Nowhere = What),
    catch(open(File, read, _), error(existence_error(Kind, File), _), Error = Kind).
test(what_is_no_text_is_refused_as_before, error(type_error(_, _))) :-
    exists_file(f(x)).
test(a_library_can_be_loaded) :-
    use_module(library(heaps)).

test(a_library_in_c_that_asks_for_files_is_not, error(shared_object(open, _))) :-
    absolute_file_name(foreign(files), File, [file_type(executable), access(read)]),
    '$open_shared_object'(File, _, 0).

:- end_tests(reach).
