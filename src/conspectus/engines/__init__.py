"""Who performs the tasks: the extractive engine, offline."""
