"""The papers' own structure as an RDF graph: vocabulary, mapping, store, queries, checks."""
