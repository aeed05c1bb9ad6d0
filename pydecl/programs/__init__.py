"""The lecture's programs in plain Python, twins of `prolog/textbook`."""
