"""Graphs over the library: the structure graph of every paper, and the entity graph of one."""
