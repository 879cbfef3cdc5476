"""Measures of a text against a reference."""
