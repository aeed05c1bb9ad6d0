:- module(pydecl_seal,
          [ programs/1,                 % -Heads
            wrapped_by_traces/1,        % -Heads
            wrapped_in_rules/1,         % -Heads
            asked_of_game/1,            % -Heads
            canaries/1,                 % -Heads
            canary_changed/1,           % -Generation
            wrapped_canary/0,
            unwrapped_canary/0
          ]).

/*  Rules run in the same Prolog as the programs that search them, and Prolog lets anyone abolish, redefine or wrap
    what is static. Nobody can undo that, but it leaves traces in the definition of a predicate, which
    pydecl/engines/prolog/sealing.py reads from memory, out of the rules' reach. Here it learns which predicates there
    are, before the rules are read, and how the traces look.
*/

%!  programs(-Heads) is det.
%
%   Heads lists all predicates of this Prolog that are static, as Module:Head: the programs, what attaches them, the
%   libraries and what is built in.

programs(Heads) :-
    garbage_collect_clauses,            % what was replaced at SWI-Prolog's start still counts until then
    findall(Module:Head,
            ( current_module(Module),
              static(Module, Head) ),
            Heads).

%!  wrapped_by_traces(-Heads) is det.
%
%   Heads lists those that tracing.pl, recording.pl and programs.pl wrap while a search is recorded.

wrapped_by_traces([pydecl_attached:staticval(_, _)|Heads]) :-
    findall(Head,
            ( pydecl_programs:program(Program, _, _),
              pydecl_tracing:point(Program, wrap(Head, _, _))
            ; pydecl_recording:point(wrap(Head, _, _))
            ),
            Heads).

%!  wrapped_in_rules(-Heads) is det.
%
%   Heads lists what own_tracing.pl wraps in the rules, while it traces a program that is bare, if it is there.

wrapped_in_rules(Heads) :-
    findall(rules:staticval(_, _),
            ( current_module(rules),
              current_predicate(rules:staticval/2) ),
            Heads).

%!  asked_of_game(-Heads) is det.
%
%   Heads lists what the programs ask of the game, the file's own clauses too.

asked_of_game(Heads) :-
    findall(Module:Head,
            ( member(Module, [pydecl_game, adapted, unfolded, folding, unpassed, passing]),
              current_module(Module),
              static(Module, Head),
              \+ predicate_property(Module:Head, system) ),
            Heads).

static(Module, Head) :-
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    predicate_property(Module:Head, defined),
    \+ predicate_property(Module:Head, dynamic),
    \+ predicate_property(Module:Head, multifile),
    Name \== '$autoload',              % the system indexes it again as it loads more of a library
    Name \== trie_gen_compiled.        % tabling gives it a clause for each table

%!  canaries(-Heads) is det.
%
%   Heads lists one predicate that nobody needs.

canaries([pydecl_seal:canary(_)]).

:- dynamic canary/1.

canary(0).

%!  canary_changed(-Generation) is det.
%
%   canary/1 has one more clause, and has been called; Generation is that of its last change.

canary_changed(Generation) :-
    assertz(canary(0)),
    forall(canary(_), true),
    predicate_property(canary(_), last_modified_generation(Generation)).

%!  wrapped_canary is det.
%
%   canary/1 is wrapped.

wrapped_canary :-
    wrap_predicate(pydecl_seal:canary(_), canary, Wrapped, Wrapped).

%!  unwrapped_canary is det.

unwrapped_canary :-
    unwrap_predicate(pydecl_seal:canary/1, canary).
