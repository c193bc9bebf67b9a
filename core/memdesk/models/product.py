"""Payload and result of ``product_info``."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from memdesk.models.payloads import Payload
from memdesk.models.records import Data


class ProductInfoPayload(Payload):
    """``product_info``."""

    section: Literal["package", "routes", "commands", "providers", "locales", "agents", "features"] | None = Field(
        default=None, description="the part that the question is about; all of it where none is named"
    )


class ProductInfoData(Data):
    """``product_info``: what the manifest says, whole or one section. Release history is not in it."""

    name: str
    version: str
    section: str | None
    info: Any
