"""Safe files: roots, records, history, trash, audit, locks."""
