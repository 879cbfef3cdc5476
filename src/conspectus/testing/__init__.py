"""Contracts and doubles for those who extend conspectus."""
