"""What names one state of a record."""

from __future__ import annotations


def revision_of(data: bytes) -> str:
    """The revision of a record: the SHA-256 of its stored bytes, in hex."""
    import hashlib

    return hashlib.sha256(data).hexdigest()
