:- module(pydecl_reach,
          [ confined/1                  % +Readable
          ]).

/*  What is not granted to the rules is not there for them: they cannot tell whether a file exists.

    The walls around the process (pydecl/sandbox/walls.py) keep what is in files, and not whether there are any; and
    some kernels have fewer walls. So every way of SWI-Prolog's to a file is wrapped, before a word of the rules is
    read. Whoever unwraps it is found out as any other who changes SWI-Prolog: see seal.pl.
*/

%!  confined(+Texts) is det.
%
%   From now on there is nothing but the files and folders Texts, which are absolute, and what is in them or leads
%   to them.

confined(Texts) :-
    findall(File, ( member(Text, ['/dev/null', '/dev/urandom'|Texts]), atom_string(File, Text) ), Readable),
    forall(way(Head, File, Otherwise),
           wrap_predicate(system:Head, reach, Wrapped,
                          ( pydecl_reach:hidden(File, Readable) -> Otherwise ; Wrapped ))),
    wrap_predicate(system:'$open_shared_object'(File, _, _), files, Loaded,
                   ( pydecl_reach:asks_for_files(File) -> pydecl_reach:no_shared_object(File) ; Loaded )).

%   asks_for_files(+File): SWI-Prolog's own libraries in C that ask about files by themselves.

asks_for_files(File) :-
    file_base_name(File, Base),
    file_name_extension(Name, _, Base),
    memberchk(Name, [files, table]).

%   way(?Head, ?File, ?Otherwise): a predicate, the file that it goes to, and what it does if there is none.

way(exists_file(File), File, fail).
way(exists_directory(File), File, fail).
way(access_file(File, Mode), File, Mode == none).
way(same_file(File, Other), File, File == Other).
way(read_link(File, _, _), File, fail).
way(expand_file_name(File, Files), File, Files = [File]).
way('$open_shared_object'(File, _, _), File, pydecl_reach:no_shared_object(File)).
way(Head, File, pydecl_reach:no_file(File)) :-
    opening(Head, File).

opening(size_file(File, _), File).
opening(time_file(File, _), File).
opening(directory_files(File, _), File).
opening(see(File), File).
opening(open(File, _, _), File).
opening(open(File, _, _, _), File).
opening('$chdir'(File), File).

no_file(File) :-
    throw(error(existence_error(source_sink, File), _)).

no_shared_object(File) :-
    format(atom(Text), '~w: cannot open shared object file: No such file or directory', [File]),
    throw(error(shared_object(open, Text), _)).

%   hidden(+File, +Readable) is semidet: what is no text is for the predicate itself to refuse.

hidden(File, Readable) :-
    catch('$absolute_file_name'(File, Path), error(_, _), fail),
    \+ shown(Readable, Path),
    \+ ( prolog_load_context(directory, Folder),      % what is being loaded lies there
         within(Folder, Path) ).

shown([Granted|More], Path) :-
    (   within(Path, Granted)
    ;   within(Granted, Path)
    ;   shown(More, Path)
    ).

within(Path, Folder) :-
    (   Path == Folder
    ;   atom_concat(Folder, /, Start),
        sub_atom(Path, 0, _, _, Start)
    ).
