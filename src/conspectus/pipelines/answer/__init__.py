"""Answers from the paragraphs of a library (KGQP)."""
