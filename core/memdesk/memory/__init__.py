"""MemoryPower: rights, actions, governance."""
