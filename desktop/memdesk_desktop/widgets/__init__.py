"""The small widgets that every view is made of."""
