"""Memdesk's headless memory core."""
