"""The claims of 'Forcing progress in winning positions'."""
