"""The bridge: order, latest wins, faults, dead receivers, and an end while work is running."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from fake_host import FakeHost, summary
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from memdesk.host.table import all_actions
from memdesk.models.requests import ActionRequest, ActionResult
from memdesk_desktop.bridge import READ_ACTIONS, ChangeSet, HostBridge

Make = Callable[[object], HostBridge]


def _list(limit: int = 50) -> ActionRequest:
    return ActionRequest(agent_id="assistant", action="list", payload={"limit": limit})


def _forget(memory_id: str) -> ActionRequest:
    return ActionRequest(agent_id="assistant", action="forget", payload={"memory_id": memory_id})


def test_every_action_that_mutates_runs_as_a_mutation() -> None:
    for spec in all_actions():
        assert ((spec.power, spec.name) in READ_ACTIONS) == (not spec.mutates), spec.name


def test_answers_come_back_on_the_ui_thread(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    seen: list[object] = []
    home = QThread.currentThread()
    bridge_of(fake).submit(
        _list(), on_done=lambda result: seen.append((result.success, QThread.currentThread() is home))
    )
    qtbot.waitUntil(lambda: seen == [(True, True)])


def test_only_the_newest_of_a_key_is_delivered_and_stale_reads_do_not_run(
    qtbot: QtBot, fake: FakeHost, bridge_of: Make
) -> None:
    bridge, seen = bridge_of(fake), []
    fake.gate = threading.Event()
    for limit in range(1, 31):
        bridge.submit(_list(limit), key="list", on_done=lambda _result, limit=limit: seen.append(limit))
    fake.gate.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert seen == [30]
    # Three were running already; of the rest only the newest ran.
    assert len(fake.requests) <= 4


def test_keys_do_not_disturb_each_other(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    bridge, seen = bridge_of(fake), []
    for key in ("a", "b", "a"):
        bridge.submit(_list(), key=key, on_done=lambda _result, key=key: seen.append(key))
    qtbot.waitUntil(lambda: not bridge.busy)
    assert sorted(seen) == ["a", "b"]


def test_what_can_wait_begins_after_all_that_is_awaited(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    bridge, seen, calm = bridge_of(fake), [], []
    bridge.calmed.connect(lambda: calm.append(list(seen)))
    fake.gate = threading.Event()
    bridge.submit(_list(), key="later", can_wait=True, on_done=lambda _result: seen.append("stale"))
    bridge.submit(_list(), key="later", can_wait=True, on_done=lambda _result: seen.append("later"))
    bridge.submit(
        _list(), on_done=lambda _result: bridge.submit(_list(), on_done=lambda _result: seen.append("second"))
    )
    bridge.submit(_list(), on_done=lambda _result: seen.append("first"))
    # As long as something pressing runs, nothing that can wait begins.
    qtbot.wait(120)
    assert len(fake.requests) == 2
    assert bridge.busy
    fake.gate.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert seen == ["first", "second", "later"]
    qtbot.waitUntil(lambda: len(calm) > 0)
    assert calm[0] == ["first", "second"]


def test_mutations_never_wait(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    bridge, seen = bridge_of(fake), []
    fake.memories["assistant"] = [summary("agent/assistant/wiki/p1", "p1")]
    bridge.submit(_forget("agent/assistant/wiki/p1"), can_wait=True, on_done=seen.append)
    bridge.shutdown()
    assert len(fake.requests) == 1


def test_a_dropped_key_delivers_nothing(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    bridge, seen = bridge_of(fake), []
    bridge.submit(_list(), key="list", on_done=seen.append)
    bridge.drop("list")
    qtbot.waitUntil(lambda: not bridge.busy)
    assert seen == []


def test_mutations_run_in_order_also_with_one_key(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    names = [f"agent/assistant/wiki/p{number}" for number in range(20)]
    fake.memories["assistant"] = [summary(name, name) for name in names]
    bridge, seen = bridge_of(fake), []
    for name in names:
        bridge.submit(_forget(name), key="same", on_done=seen.append)
    qtbot.waitUntil(lambda: len(seen) == 20)
    assert [request.payload["memory_id"] for request in fake.requests] == names
    assert all(result.success for result in seen)


def test_one_signal_names_what_a_mutation_changed(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.memories["assistant"] = [summary("agent/assistant/wiki/a", "A")]
    bridge, changes = bridge_of(fake), []
    order: list[str] = []
    bridge.memory_changed.connect(changes.append)
    bridge.memory_changed.connect(lambda _changes: order.append("changed"))
    bridge.submit(_forget("agent/assistant/wiki/a"), on_done=lambda _result: order.append("done"))
    bridge.submit(_forget("agent/assistant/wiki/none"), on_done=lambda _result: order.append("failed"))
    bridge.submit(_list(), on_done=lambda _result: None)
    qtbot.waitUntil(lambda: not bridge.busy)
    assert order == ["done", "changed", "failed"]
    assert changes == [ChangeSet(frozenset({"agent/assistant/wiki/a"}), "window", "forget")]
    assert changes[0].touches("agent/assistant/wiki/a")
    assert not changes[0].touches("city/wiki/b")


def test_changes_from_outside_arrive_from_any_thread(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    bridge, seen = bridge_of(fake), []
    home = QThread.currentThread()
    bridge.memory_changed.connect(lambda changes: seen.append((changes, QThread.currentThread() is home)))
    thread = threading.Thread(target=bridge.report_outside_changes, args=(ChangeSet(),))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: seen == [(ChangeSet(), True)])
    assert seen[0][0].anything


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What reaches sys.excepthook."""
    caught: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: caught.append(error))
    return caught


def test_a_bug_is_reported_and_becomes_a_result(
    qtbot: QtBot, fake: FakeHost, bridge_of: Make, faults: list[BaseException]
) -> None:
    fake.bug = RuntimeError("broken")
    seen: list[ActionResult] = []
    bridge_of(fake).submit(_list(), on_done=seen.append)
    qtbot.waitUntil(lambda: len(seen) == 1)
    assert seen[0].error is not None
    assert seen[0].error.code == "internal"
    assert "broken" not in seen[0].error.message
    assert faults == [fake.bug]


def test_pure_work_gives_its_value_or_its_error(
    qtbot: QtBot, fake: FakeHost, bridge_of: Make, faults: list[BaseException]
) -> None:
    bridge, seen, errors = bridge_of(fake), [], []

    def bad() -> int:
        raise ValueError("bad")

    bridge.run_off_thread(lambda: 6 * 7, on_done=seen.append)
    bridge.run_off_thread(bad, on_done=seen.append, on_error=errors.append)
    bridge.run_off_thread(bad, on_done=seen.append)
    qtbot.waitUntil(lambda: not bridge.busy)
    assert seen == [42]
    assert len(errors) == len(faults) == 1


class _Receiver(QObject):
    def __init__(self, seen: list[Any]) -> None:
        super().__init__()
        self.seen = seen

    def take(self, value: Any) -> None:
        self.objectName()  # Raises where the object is gone.
        self.seen.append(value)


@pytest.mark.parametrize("by_owner", [False, True])
def test_nothing_is_delivered_to_what_is_destroyed(
    qtbot: QtBot, fake: FakeHost, bridge_of: Make, by_owner: bool
) -> None:
    bridge, seen = bridge_of(fake), []
    fake.gate = threading.Event()
    receiver = _Receiver(seen)
    if by_owner:
        bridge.submit(_list(), on_done=lambda value: receiver.take(value), owner=receiver)
    else:
        bridge.submit(_list(), on_done=receiver.take)
    receiver.deleteLater()
    qtbot.wait(10)
    fake.gate.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert seen == []


def test_shutdown_finishes_mutations_and_delivers_nothing(qtbot: QtBot, fake: FakeHost) -> None:
    names = [f"agent/assistant/wiki/p{number}" for number in range(5)]
    fake.memories["assistant"] = [summary(name, name) for name in names]
    fake.delay = 0.02
    bridge, seen = HostBridge(fake), []
    for name in names:
        bridge.submit(_forget(name), on_done=seen.append)
    for _ in range(50):
        bridge.submit(_list(), on_done=seen.append)
    bridge.shutdown()
    bridge.submit(_list(), on_done=seen.append)
    bridge.report_outside_changes(ChangeSet())
    qtbot.wait(20)
    assert seen == []
    assert fake.memories["assistant"] == []
    assert sum(request.action == "list" for request in fake.requests) < 50


def test_a_bridge_may_be_destroyed_while_work_runs(qtbot: QtBot, fake: FakeHost) -> None:
    bridge = HostBridge(fake)
    fake.gate = threading.Event()
    bridge.submit(_list(), on_done=lambda _result: None)
    bridge.deleteLater()
    qtbot.wait(10)
    fake.gate.set()
    bridge.shutdown()
