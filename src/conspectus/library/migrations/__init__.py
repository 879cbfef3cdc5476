"""Steps that bring an older library file up to date."""
