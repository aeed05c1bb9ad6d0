"""The claims of lecture 19, 'Game Playing'."""
