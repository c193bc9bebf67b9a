"""The host: the action table and the one call that runs it."""
