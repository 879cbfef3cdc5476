"""Cited overviews of the scientific literature, with evidence down to the sentence."""
