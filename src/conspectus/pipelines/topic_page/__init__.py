"""The topic page (TOPICAL): search, embed, cluster, sample, write."""
