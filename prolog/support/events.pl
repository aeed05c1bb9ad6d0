:- module(pydecl_events,
          [ events_opened/1,            % +Stream
            with_events/3,              % +Buffer, -Stream, :Goal
            with_events/4               % +Buffer, -Stream, +Points, :Goal
          ]).

/*  The stream on which a long answer goes to Python while it is made: a pipe, which the parent empties. No
    file can be written in this process. */

:- meta_predicate with_events(+, -, 0), with_events(+, -, +, 0).

:- dynamic events/1.                    % events(Stream)

%!  events_opened(+Stream) is det.
%
%   Stream is the one; called once, when the process starts.

events_opened(Stream) :-
    set_stream(Stream, encoding(utf8)),
    set_stream(Stream, newline(posix)),
    assertz(events(Stream)).

%!  with_events(+Buffer, -Stream, :Goal) is semidet.
%
%   Run Goal once, with Stream to write to; Buffer is line, for what is to be read even if the process is
%   killed, or full.

with_events(Buffer, Stream, Goal) :-
    with_events(Buffer, Stream, [], Goal).

%!  with_events(+Buffer, -Stream, +Points, :Goal) is semidet.
%
%   As with_events/3; the predicates of Points, wrap(Head, Wrapped, Body), are wrapped meanwhile.

with_events(Buffer, Stream, Points, Goal) :-
    events(Stream),
    set_stream(Stream, buffer(Buffer)),
    setup_call_cleanup(
        forall(member(wrap(Head, Wrapped, Body), Points), wrap_predicate(Head, events, Wrapped, Body)),
        once(Goal),
        ( forall(member(wrap(Head, _, _), Points), unwrapped(Head)),
          flush_output(Stream) )).

unwrapped(Module:Head) :-
    functor(Head, Name, Arity),
    unwrap_predicate(Module:Name/Arity, events).
