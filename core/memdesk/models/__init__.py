"""Payloads, results and records: pydantic models, the public data of Memdesk."""
