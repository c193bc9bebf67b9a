"""What this program is and can do, for questions about it."""
