"""Scientific entities over papers: annotating, merging variants, linking to label tables and paragraphs (PARSE)."""
