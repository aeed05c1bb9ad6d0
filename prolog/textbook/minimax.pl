%   minimax(+Pos, -BestSucc, -Val): Val is the backed-up value V(Pos), from MAX's point of view, and
%   BestSucc a successor that has it; where Pos has no successor, Val is its static value.
%
%   Lecture 19, 'minimax(Pos, BestSucc, Val)'. The game supplies moves/2, staticval/2, min_to_move/1
%   and max_to_move/1. The later of two equal moves is the best one.

minimax(Pos, BestSucc, Val) :-
    moves(Pos, PosList), !,             % drops: the static value of a position that has successors
    best(PosList, BestSucc, Val)
    ;
    staticval(Pos, Val).

best([Pos], Pos, Val) :-
    minimax(Pos, _, Val), !.            % drops: the second clause for a list of one
best([Pos1|PosList], BestPos, BestVal) :-
    minimax(Pos1, _, Val1),
    best(PosList, Pos2, Val2),
    betterof(Pos1, Val1, Pos2, Val2, BestPos, BestVal).

%   betterof(+Pos0, +Val0, +Pos1, +Val1, -Pos, -Val): of two siblings the better one for the player who
%   chooses between them. It asks who is to move in Pos0: where MIN is, MAX has chosen.

betterof(Pos0, Val0, _Pos1, Val1, Pos0, Val0) :-
    min_to_move(Pos0), Val0 > Val1, !   % drops: Pos1, which MAX likes less
    ;
    max_to_move(Pos0), Val0 < Val1, !.  % drops: Pos1, which MIN likes less
betterof(_Pos0, _Val0, Pos1, Val1, Pos1, Val1).
