"""What an agent is told: its system prompt."""
