"""From a result to a file."""
