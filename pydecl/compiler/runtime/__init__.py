"""What compiled Python stands on: values, arithmetic, library predicates."""
