"""What agents tell about Memdesk is what it is: the manifest in the resources is that of the code."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from cities import code, make_host, ok, run
from memdesk import ActionHost
from memdesk.host.table import all_actions
from memdesk.product import manifest as product
from memdesk_desktop.commands import window_commands

SCRIPT = Path(__file__).parents[2] / "packaging" / "product_manifest.py"


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("product_manifest_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    host = make_host(tmp_path / "city", "kim")
    yield host
    host.city.close()


def test_the_manifest_is_that_of_the_code(generator: ModuleType) -> None:
    """Stale? Run ``make manifest``."""
    assert len(generator.files()) == 2
    for path in generator.files():
        assert path.read_text("utf-8") == generator.text(), "product-manifest.json is stale. Run: make manifest"


def test_the_gate_notices(generator: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = generator.text()
    stale = tmp_path / "product-manifest.json"
    stale.write_text(wanted.replace("Ctrl+K", "Ctrl+J"), "utf-8")
    monkeypatch.setattr(generator, "files", lambda: [stale])
    monkeypatch.setattr(generator, "text", lambda: wanted)
    monkeypatch.setattr(generator, "CHECKOUT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["product_manifest.py", "--check"])
    assert generator.main() == 1
    monkeypatch.setattr(sys, "argv", ["product_manifest.py"])
    assert generator.main() == 0
    assert stale.read_text("utf-8") == wanted
    monkeypatch.setattr(sys, "argv", ["product_manifest.py", "--check"])
    assert generator.main() == 0


def test_the_script_runs_as_a_command() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


def test_it_holds_what_there_is_and_no_history() -> None:
    manifest = product.read_manifest()
    assert set(manifest) == set(product.SECTIONS)
    named = {(item["power"], item["action"]) for item in manifest["commands"]["actions"]}
    assert named == {(spec.power, spec.name) for spec in all_actions()}
    assert [item["keys"] for item in manifest["commands"]["window"]] == [item.keys for item in window_commands()]
    assert {item["command"].split()[1] for item in manifest["commands"]["command_line"]} >= {"open", "tool", "prompt"}
    assert {item["template"] for item in manifest["agents"]} == {"cherry-assistant", "cherry-support"}
    assert "changelog" not in json.dumps(manifest).lower()


def test_product_info_answers_whole_or_by_section(host: ActionHost) -> None:
    whole = run(host, "product_info", power="city", caller="agent")
    assert whole.data is not None
    assert whole.data["info"] == product.read_manifest()
    for section in product.SECTIONS:
        data = ok(host, "product_info", power="city", section=section)
        assert (data["section"], data["info"]) == (section, whole.data["info"][section])
    assert code(host, "product_info", power="city", section="release_history") == "invalid_input"


def test_product_info_tells_of_a_version_that_is_not_the_running_one(
    host: ActionHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(host, "product_info", power="city").warnings == []
    monkeypatch.setattr("importlib.metadata.version", lambda _: "99.0")
    assert [warning.code for warning in run(host, "product_info", power="city").warnings] == ["manifest_stale"]


@pytest.mark.parametrize("text", [None, "{", "[]", '{"package": {}}'])
def test_a_damaged_manifest_is_said_to_be_so(
    host: ActionHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    if text is not None:
        (tmp_path / product.MANIFEST).parent.mkdir(parents=True)
        (tmp_path / product.MANIFEST).write_text(text)
    monkeypatch.setattr(product, "resource_root", lambda: tmp_path)
    assert code(host, "product_info", power="city") == "unreadable"
