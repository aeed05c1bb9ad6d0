"""What is wrong with a rules file: from its text, and from a sample of its positions."""
