% game: checkers
