"""The same searches by different means, measured in turn."""
