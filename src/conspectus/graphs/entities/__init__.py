"""The hierarchical entity graph of one paper: units, entities, relations, communities."""
