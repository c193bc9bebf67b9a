"""The index: SQLite FTS5 over the files, always rebuildable."""
