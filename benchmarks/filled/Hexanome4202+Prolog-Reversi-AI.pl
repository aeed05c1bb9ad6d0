% game: othello
