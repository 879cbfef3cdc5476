"""Ways of writing that are compared: ours and the baselines."""
