won(Here) :- terminalwon(Here).
won(Here) :-
    \+ terminallost(Here),
    move(Here, There),
    \+ ( move(There, Back), \+ won(Back) ).
