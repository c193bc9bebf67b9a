"""The City: registered agents, workspaces, settings."""
