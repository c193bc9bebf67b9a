"""Built-in agents: templates, and the copying of what an agent's folder does not have yet."""
