"""Round robins: programs against each other on a game, and strategies in the Prisoner's Dilemma."""
