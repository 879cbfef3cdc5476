"""The extractive engine: the same tasks by structure, cues and statistics, without a model."""
