%   won(+Pos): the us-to-move position Pos is won for us.
%
%   Lecture 19, 'A simple Prolog program to find whether an us-to-move position is won or not'; there
%   the negation is written not/1. The game supplies terminalwon/1, terminallost/1 and move/2.

won(Pos) :-
    terminalwon(Pos).
won(Pos) :-
    \+ terminallost(Pos),
    move(Pos, Pos1),
    \+ ( move(Pos1, Pos2),
         \+ won(Pos2) ).
