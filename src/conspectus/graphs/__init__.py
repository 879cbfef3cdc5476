"""Building and shaping graphs."""
