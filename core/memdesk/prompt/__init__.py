"""The system prompt of an agent: pure building, and the reading of the files that go in."""
