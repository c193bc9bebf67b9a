"""Recall on LoCoMo, where its data is: MEMDESK_LOCOMO names the file. It is never part of this repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from locomo_adapter import recall

DATA = os.environ.get("MEMDESK_LOCOMO")
LEAST = {5: 66.0, 10: 76.0, 25: 84.0, 50: 89.0}


@pytest.mark.skipif(not DATA, reason="MEMDESK_LOCOMO names no data")
@pytest.mark.timeout(900)
def test_recall_without_any_model():
    found = recall(Path(DATA or ""))
    assert all(found[k] >= least for k, least in LEAST.items()), found
