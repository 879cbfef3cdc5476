"""Finding papers and passages."""
