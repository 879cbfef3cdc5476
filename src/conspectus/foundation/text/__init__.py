"""Text as scholars write it: sentences, words, normal forms and ROUGE."""
