"""The window of Memdesk."""
