"""Scholars' nouns: papers and their structure, passages, cited text, minigraphs, tasks. No input or output."""
