"""Rules and trees as text: reading and diagnosing."""
