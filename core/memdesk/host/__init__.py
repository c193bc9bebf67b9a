"""The host: the action table and the one call that runs it."""

from memdesk.host.host import ActionHost, parse_payload

__all__ = ["ActionHost", "parse_payload"]
