"""Faithful summaries of one paper: entity graph, student, teacher (ScholarSum)."""
