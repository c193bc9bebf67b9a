"""Search by meaning, as an option: encoders from packages, vectors in the cache, nearness for the search."""
