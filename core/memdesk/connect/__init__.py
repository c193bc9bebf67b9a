"""Brings Memdesk into the configuration of the programs that agents run in, and takes it out again."""
