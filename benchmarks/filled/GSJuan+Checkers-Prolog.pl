% game: checkers
first(Board) :- tableroInicial, getTablero(Board).
next(B, P, X/Y/U/V, N) :- b_setval(estado, tablero), b_setval(tablero, B), go(P, X, Y, U, V, N).
go(P, X, Y, U, V, N) :- comprobarJugada(P, X, Y, U, V), once(procesarTurno(P, X, Y, U, V)), getTablero(N).
won(Board, Player) :- ganador(Board, _, Player).
