"""Backups through the command line, as the documentation has them."""

from __future__ import annotations

from pathlib import Path

from commands import Command


def test_set_make_list_restore_and_end(filled: Command, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    assert "No backup is made by itself" in filled("backup", "list").out
    assert filled("backup", "now").status == 1
    told = filled("backup", "set", str(folder), "--every", "12", "--keep", "2")
    assert f"Every 12 hours to {folder}; the newest 2 stay." in told.out
    made = filled("backup", "now", "--json").json["data"]["backup"]["path"]
    assert made in filled("backup", "list").out
    restored = str(tmp_path / "again")
    assert filled("restore", made, restored).status == 0
    assert "Canary ring" in filled("memory", "list", "--root", restored, "--agent", "kim").out
    refused = filled("restore", made, restored)
    assert (refused.status, "conflict" in refused.err) == (1, True)
    assert "No backup is made by itself" in filled("backup", "off").out
    assert Path(made).is_file()
