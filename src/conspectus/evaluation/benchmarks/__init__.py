"""Data sets in their original layouts, as benchmark items."""
