"""What every floor stands on: errors, settings, registries, events, parallel work, cache, text."""
