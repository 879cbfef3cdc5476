"""Programs that measure conspectus beside named alternatives, in one run on one machine."""
