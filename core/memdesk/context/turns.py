"""``turn_begin`` and ``recall_preview``: what a message recalls, once a turn."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from memdesk.context.recalling import model_input, reason_against, recall, recall_block
from memdesk.context.store import ContextStore, Turn
from memdesk.errors import InvalidInput
from memdesk.models.capturing import (
    RecallBudgetData,
    RecalledItem,
    RecallPreviewData,
    TurnBeginData,
)
from memdesk.models.tokens import estimate_tokens

if TYPE_CHECKING:
    from memdesk.context.recalling import Candidate
    from memdesk.memory.power import MemoryPower
    from memdesk.models.capturing import RecallPreviewPayload, TurnBeginPayload
    from memdesk.power import ExecutionContext


def session_of(context: ExecutionContext, given: str | None) -> str:
    """The session of a turn: of the payload, else of the request. Raises InvalidInput."""
    session = given or (context.session_id or "").strip()
    if not session or len(session) > 200:
        raise InvalidInput("A turn belongs to a session: name it.", field="session")
    return session


def turn_begin(power: MemoryPower, context: ExecutionContext, payload: TurnBeginPayload) -> TurnBeginData:
    """Recall for a message, at most once a turn; what was recalled first is given again, byte for byte."""
    session = session_of(context, payload.session)
    context.guard(session, payload.turn_id)
    power.warn_of_settings(context, power.budgets.problems)
    store = ContextStore(power.layout)
    key = hashlib.sha256(payload.text.encode("utf-8", "surrogatepass")).hexdigest()
    with store.locked(f"{context.agent_id}/{session}/{payload.turn_id}"):
        turn = store.turn(context.agent_id, session, payload.turn_id)
        reused = turn is not None
        if turn is None:
            turn = _recalled(power, context, store, session, payload.text, key)
            store.keep_turn(context.agent_id, session, payload.turn_id, turn)
    if turn.message != key:
        message = "This turn began with another message. It keeps what was recalled for that one."
        context.warn("turn_reused", message, turn_id=payload.turn_id)
    return TurnBeginData(
        recall=turn.recall,
        model_input=model_input(payload.text, turn.recall),
        memory_ids=list(turn.memory_ids),
        reason=turn.reason,
        reused=reused,
        left_out=list(turn.left_out),
    )


def _recalled(
    power: MemoryPower, context: ExecutionContext, store: ContextStore, session: str, text: str, key: str
) -> Turn:
    reason = reason_against(text)
    if reason is not None:
        return Turn(key, None, reason=reason)
    found = recall(power, context, text, _told(store, context, session), power.budgets.recall)
    block = recall_block(found)
    return Turn(
        key,
        block,
        tuple(one.memory_id for one in found if one.why == "told"),
        None if block else "nothing_found",
        tuple(one.memory_id for one in found if one.why == "budget"),
    )


def _told(store: ContextStore, context: ExecutionContext, session: str | None) -> dict[str, str]:
    """The pages that Core Memory of the session tells, with their revisions: they are not told twice."""
    snapshot = store.snapshot(context.agent_id, session) if session else None
    pages = (snapshot or {}).get("pages")
    return pages if isinstance(pages, dict) else {}


def recall_preview(power: MemoryPower, context: ExecutionContext, payload: RecallPreviewPayload) -> RecallPreviewData:
    """What a message would recall, and why; nothing is kept of it."""
    store, budget = ContextStore(power.layout), power.budgets.recall
    power.warn_of_settings(context, power.budgets.problems)
    reason = reason_against(payload.text)
    session = payload.session or context.session_id
    found: list[Candidate] = []
    if reason is None:
        found = recall(power, context, payload.text, _told(store, context, session), budget, explain=True)
    block = recall_block(found)
    told = [one for one in found if one.why == "told"]
    return RecallPreviewData(
        recall=block,
        model_input=model_input(payload.text, block),
        reason=reason or (None if block else "nothing_found"),
        items=[_item(one) for one in found],
        budget=RecallBudgetData(
            items=budget.items,
            characters=budget.characters,
            tokens=budget.tokens,
            used_items=len(told),
            used_characters=sum(len(one.text) for one in told),
            used_tokens=sum(estimate_tokens(one.text) for one in told),
        ),
    )


def _item(one: Candidate) -> RecalledItem:
    return RecalledItem.model_validate(
        {
            "memory_id": one.memory_id,
            "title": one.title,
            "memory_type": one.memory_type,
            "citation": one.citation,
            "score": one.score,
            "text": one.text,
            "why": one.why,
            "workspace_id": one.workspace_id,
            "explain": one.explain,
        }
    )
