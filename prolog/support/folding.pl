/*  Rules whose symmetric positions are folded: of those that are mirror images or rotations of each other, one
    stands for all, Same of the rules' canonical(Pos, Same).

    Wherever the rules give a position, as a start or as what follows, the one that stands for it takes its place;
    moves keep their names, and two that lead to symmetric positions stay two. All else is the rules' own.

    `unfolded:` marks a goal that the rules prove. The text is loaded into module `folding`, and the compiler
    (overlays.py) takes it too, so that all engines fold the same; folding.py in pydecl/model is its twin.
*/

initial(Pos) :-
    unfolded:initial(Pos0),
    folded(Pos0, Pos).

position(Pos) :-
    unfolded:position(Pos0),
    folded(Pos0, Pos).

moves(Pos, Nexts) :-
    unfolded:moves(Pos, Nexts0), !,     % drops: a second list of successors
    all_folded(Nexts0, Nexts).

move(Pos, Next) :-
    unfolded:move(Pos, Next0),
    folded(Next0, Next).

move(Pos, Move, Next) :-
    unfolded:move(Pos, Move, Next0),
    folded(Next0, Next).

chance(Pos, Prob, Next) :-
    unfolded:chance(Pos, Prob, Next0),
    folded(Next0, Next).

%   plausible(+Pos, +Next): so is a successor that Next stands for.

plausible(Pos, Next) :-
    follows(Pos, Next0),
    unfolded:plausible(Pos, Next0),
    folded(Next0, Next).

%   follows(+Pos, -Next): Next is a successor, of the first predicate for them that the rules define.

defines(Name/Arity) :-
    current_predicate(unfolded:Name/Arity).

:- if(defines(moves/2)).

follows(Pos, Next) :-
    unfolded:moves(Pos, Nexts), !,      % drops: a second list of successors
    member(Next, Nexts).

:- elif(defines(move/2)).

follows(Pos, Next) :-
    unfolded:move(Pos, Next).

:- else.

follows(Pos, Next) :-
    unfolded:move(Pos, _, Next).

:- endif.

%   all_folded(+Nexts0, -Nexts): the same folded; what is no proper list stays so.

all_folded(Nexts0, Nexts) :-
    (   nonvar(Nexts0),
        Nexts0 = [Next0|Rest0]
    ->  Nexts = [Next|Rest],
        folded(Next0, Next),
        all_folded(Rest0, Rest)
    ;   Nexts = Nexts0
    ).

%   folded(+Pos0, -Pos): Pos stands for Pos0. What is no position stays as it is, which the search finds out.

folded(Pos0, Pos) :-
    (   known(Pos0)
    ->  stands_for(Pos0, Pos)
    ;   Pos = Pos0
    ).

known(Pos) :-
    ground(Pos),
    acyclic_term(Pos).

stands_for(Pos0, Pos) :-
    (   unfolded:canonical(Pos0, Pos1)
    ->  Pos = Pos1
    ;   throw(pydecl(no_canonical(Pos0)))
    ).
