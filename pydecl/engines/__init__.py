"""The engines: what runs a search program on a game, and how each is asked."""
