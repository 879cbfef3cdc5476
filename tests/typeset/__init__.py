"""Papers that we typeset ourselves, so that what a reader of PDF should find in them is known to the word."""
