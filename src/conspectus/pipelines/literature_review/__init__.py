"""The literature review through knowledge minigraphs (CKMAs)."""
