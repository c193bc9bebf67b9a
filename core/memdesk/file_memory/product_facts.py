"""Tells facts about the product from facts about the user: the former go stale in FACT.md."""

from __future__ import annotations

import re

_PRODUCT = re.compile(r"\b(?:memdesk|cherry[ -]?studio)\b", re.IGNORECASE)
# What one says of a program, not of a person who uses it.
_ABOUT_IT = re.compile(
    r"\bv?\d+\.\d+(?:\.\d+)?\b|\b(?:versions?|releases?[ds]?|supports?|supported|ships?|features?|shortcuts?|hotkeys?"
    r"|providers?|locales?|commands?|menus?|settings? page|deep links?|routes?|file types?|limits?)\b"
    r"|\b(?:ctrl|cmd|alt|shift)\s*\+|\b\w+://|版本|发布|发行|支持|功能|快捷键|路由|命令|菜单|供应商|服务商|语言包|限制",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"product_info|cherry-assistant-guide|\b(?:prefers?|likes?|wants?|dislikes?)\b|喜欢|偏好|希望", re.I
)
_SHOWN, _LENGTH = 5, 200


def product_lines(old: str, new: str) -> list[str]:
    """Lines of ``new`` that were not in ``old`` and state something about the product itself; the first few, cut."""
    known = {line.strip() for line in old.split("\n")}
    lines = (line.strip() for line in new.split("\n"))
    found = (line for line in lines if line not in known and _states_product_fact(line))
    return [line[:_LENGTH] for line, _ in zip(found, range(_SHOWN), strict=False)]


def _states_product_fact(line: str) -> bool:
    return bool(_PRODUCT.search(line) and _ABOUT_IT.search(_PRODUCT.sub("", line)) and not _POINTER.search(line))
