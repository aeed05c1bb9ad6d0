%   alphabeta(+Pos, +Alpha, +Beta, -GoodPos, -Val): Val is a 'good enough' value V(Pos, Alpha, Beta),
%   from MAX's point of view, and GoodPos a successor that has it:
%
%       Val < Alpha     if V(Pos) < Alpha
%       Val = V(Pos)    if Alpha =< V(Pos) =< Beta
%       Val > Beta      if V(Pos) > Beta
%
%   Lecture 19, Figure 22.5, which leaves out the last clause of goodenough/7 and newbounds/6: these are
%   written from the definition above. betterof/6 is in minimax.pl. The game supplies moves/2,
%   staticval/2, min_to_move/1 and max_to_move/1.
%
%   The cut-offs are strict: a value on a bound is exact. With >= and =< the root's value would still be
%   right, but its move could be wrong, for a tie would be broken with a bound.

alphabeta(Pos, Alpha, Beta, GoodPos, Val) :-
    moves(Pos, PosList), !,             % drops: the static value of a position that has successors
    boundedbest(PosList, Alpha, Beta, GoodPos, Val)
    ;
    staticval(Pos, Val).

boundedbest([Pos|PosList], Alpha, Beta, GoodPos, GoodVal) :-
    alphabeta(Pos, Alpha, Beta, _, Val),
    goodenough(PosList, Alpha, Beta, Pos, Val, GoodPos, GoodVal).

goodenough([], _, _, Pos, Val, Pos, Val) :- !.          % drops: the search of no siblings
goodenough(_, Alpha, Beta, Pos, Val, Pos, Val) :-
    min_to_move(Pos), Val > Beta, !     % drops: the siblings; MIN avoids what MAX has here
    ;
    max_to_move(Pos), Val < Alpha, !.   % drops: the siblings; MAX avoids what MIN has here
goodenough(PosList, Alpha, Beta, Pos, Val, GoodPos, GoodVal) :-
    newbounds(Alpha, Beta, Pos, Val, NewAlpha, NewBeta),
    boundedbest(PosList, NewAlpha, NewBeta, Pos1, Val1),
    betterof(Pos, Val, Pos1, Val1, GoodPos, GoodVal).

%   newbounds(+Alpha, +Beta, +Pos, +Val, -NewAlpha, -NewBeta): what MAX (who chose Pos where MIN is to
%   move) is now guaranteed, or what MAX can now hope for at the most.

newbounds(Alpha, Beta, Pos, Val, Val, Beta) :-
    min_to_move(Pos), Val > Alpha, !.   % drops: the old Alpha
newbounds(Alpha, Beta, Pos, Val, Alpha, Val) :-
    max_to_move(Pos), Val < Beta, !.    % drops: the old Beta
newbounds(Alpha, Beta, _Pos, _Val, Alpha, Beta).
