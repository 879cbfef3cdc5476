"""Attaching citations to the sentences they rest on."""
