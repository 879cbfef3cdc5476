"""Judging the products: benchmarks, methods, metrics, comparison."""
