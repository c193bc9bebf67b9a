"""Providers: what stores and recalls behind MemoryPower."""
