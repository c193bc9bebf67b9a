"""The two persona files beside an agent's memory: SOUL.md, who it is, and USER.md, who its user is."""
