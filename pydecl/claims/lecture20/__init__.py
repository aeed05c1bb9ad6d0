"""The claims of lecture 20, 'Games'."""
