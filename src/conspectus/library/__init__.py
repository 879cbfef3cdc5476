"""The papers on disk."""
