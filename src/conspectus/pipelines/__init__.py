"""The written products, one folder each."""
