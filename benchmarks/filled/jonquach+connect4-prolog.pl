% game: connect4
