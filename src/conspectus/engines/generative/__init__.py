"""The generative engine: performs the tasks of the products with language models."""
