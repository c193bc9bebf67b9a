"""The MCP server: an agent's memory as tools, resources and a prompt, for one agent and workspace."""
