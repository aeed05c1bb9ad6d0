% game: tictactoe
