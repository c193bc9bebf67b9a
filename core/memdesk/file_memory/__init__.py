"""One agent's own file memory: FACT.md, which it knows, and the journal, which tells what happened."""
