"""What puts a game together: rules files, trees and graphs, and games in Python as facts."""
