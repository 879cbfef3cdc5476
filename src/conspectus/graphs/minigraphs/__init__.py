"""Minigraphs: as networks, groups of references, drawings, other formats."""
