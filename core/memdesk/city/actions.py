"""The actions of the City itself: agents and workspaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.city.connecting import connect_client
from memdesk.errors import MemdeskError
from memdesk.models.connecting import ConnectData, ConnectPayload
from memdesk.models.payloads import (
    AddAgentPayload,
    AddWorkspacePayload,
    AgentPayload,
    Empty,
    TemplatesPayload,
    WorkspacePayload,
)
from memdesk.models.product import ProductInfoData, ProductInfoPayload
from memdesk.models.results import (
    AgentData,
    AgentsData,
    ClientsData,
    TemplateInfo,
    TemplatesData,
    WorkspaceData,
    WorkspacesData,
)
from memdesk.power import ANYONE, PERSON_ONLY, ActionSpec, ExecutionContext
from memdesk.product.manifest import read_manifest
from memdesk.provisioning.copying import Provisioned, provision
from memdesk.provisioning.templates import BLANK, load_template, template_names

if TYPE_CHECKING:
    from memdesk.city.registry import CityRegistry
    from memdesk.storage.safe_root import SafeRoot


def list_agents(registry: CityRegistry, _context: ExecutionContext, _payload: Empty) -> dict[str, Any]:
    """List the registered agents in order."""
    return registry.all_agents()


def add_agent(registry: CityRegistry, context: ExecutionContext, payload: AddAgentPayload) -> AgentData:
    """Register an agent and make its folders; with a template, copy what its folder does not have yet.

    With a template an agent may be registered already: then it gets what is missing, and nothing of it changes.
    """
    context.guard(payload.agent_id, payload.name or "", payload.template, payload.locale or "")
    if payload.template == BLANK:
        created, copied = registry.add_agent(payload.agent_id, payload.name), Provisioned()
    else:
        created, copied = _from_template(registry, payload)
    files = {"template": payload.template, "files": [*copied.created, *copied.filled]}
    context.changed(None, agent_id=payload.agent_id, **(files if payload.template != BLANK else {}))
    return AgentData(
        agent=registry.describe_agent(payload.agent_id),
        created=created,
        copied=copied.created,
        filled=copied.filled,
    )


def _from_template(registry: CityRegistry, payload: AddAgentPayload) -> tuple[bool, Provisioned]:
    template = load_template(payload.template)
    copied = Provisioned()

    def prepare(root: SafeRoot) -> None:
        done = provision(root, template, locale=payload.locale, name=payload.name)
        copied.created, copied.filled = done.created, done.filled

    return registry.add_agent(payload.agent_id, payload.name, prepare=prepare, again=True), copied


def list_templates(_registry: CityRegistry, context: ExecutionContext, payload: TemplatesPayload) -> TemplatesData:
    """List what an agent can be made from, named in one language; one that is damaged is left out with a warning."""
    found = [TemplateInfo(name=BLANK)]
    for name in template_names():
        if name == BLANK:
            continue
        try:
            card = load_template(name).card(payload.locale)
        except MemdeskError as error:
            context.warn(error.code, error.message, template=name)
            continue
        found.append(TemplateInfo(name=name, title=card["name"], description=card["description"]))
    return TemplatesData(templates=found)


def remove_agent(registry: CityRegistry, context: ExecutionContext, payload: AgentPayload) -> AgentData:
    """Unregister an agent; its files stay."""
    agent = registry.describe_agent(payload.agent_id) if registry.has_agent(payload.agent_id) else None
    registry.remove_agent(payload.agent_id)
    context.changed(None, agent_id=payload.agent_id)
    assert agent is not None  # remove_agent raises for an unknown one
    return AgentData(agent=agent)


def list_clients(registry: CityRegistry, _context: ExecutionContext, _payload: Empty) -> ClientsData:
    """List the MCP clients that were connected as the registered agents."""
    return ClientsData(clients=registry.clients.seen(registry.agents()))


def list_workspaces(registry: CityRegistry, _context: ExecutionContext, _payload: Empty) -> dict[str, Any]:
    """List the registered workspaces in order."""
    return registry.all_workspaces()


def add_workspace(registry: CityRegistry, context: ExecutionContext, payload: AddWorkspacePayload) -> WorkspaceData:
    """Register a project folder."""
    context.guard(payload.workspace_id, payload.path)
    registry.add_workspace(payload.workspace_id, payload.path)
    context.changed(None, workspace_id=payload.workspace_id)
    path = dict(registry.workspaces())[payload.workspace_id]
    return WorkspaceData(workspace=registry.describe_workspace(payload.workspace_id, path))


def remove_workspace(registry: CityRegistry, context: ExecutionContext, payload: WorkspacePayload) -> WorkspaceData:
    """Unregister a workspace; its tag stays on the records that carry it."""
    workspace = registry.remove_workspace(payload.workspace_id)
    context.changed(None, workspace_id=payload.workspace_id)
    return WorkspaceData(workspace=workspace)


def product_info(_registry: CityRegistry, context: ExecutionContext, payload: ProductInfoPayload) -> ProductInfoData:
    """Tell what the manifest of the installed version says, whole or one section."""
    from importlib import metadata

    manifest = read_manifest()
    package = manifest["package"]
    running = metadata.version("memdesk")
    if package["version"] != running:
        context.warn(
            "manifest_stale",
            f"The description is of version {package['version']}, and {running} runs. Install Memdesk again.",
        )
    info = manifest if payload.section is None else manifest[payload.section]
    return ProductInfoData(name=package["name"], version=package["version"], section=payload.section, info=info)


CITY_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "city", "list_agents", Empty, AgentsData, list_agents, "List the registered agents.", ANYONE, needs_agent=False
    ),
    ActionSpec(
        "city",
        "add_agent",
        AddAgentPayload,
        AgentData,
        add_agent,
        "Register an agent and make its folders.",
        PERSON_ONLY,
        mutates=True,
        needs_agent=False,
    ),
    ActionSpec(
        "city",
        "list_templates",
        TemplatesPayload,
        TemplatesData,
        list_templates,
        "List what an agent can be made from.",
        PERSON_ONLY,
        needs_agent=False,
    ),
    ActionSpec(
        "city",
        "remove_agent",
        AgentPayload,
        AgentData,
        remove_agent,
        "Unregister an agent; its files stay.",
        PERSON_ONLY,
        mutates=True,
        needs_agent=False,
    ),
    ActionSpec(
        "city",
        "list_clients",
        Empty,
        ClientsData,
        list_clients,
        "List the MCP clients of each agent, and when one was last heard from.",
        PERSON_ONLY,
        needs_agent=False,
    ),
    ActionSpec(
        "city",
        "list_workspaces",
        Empty,
        WorkspacesData,
        list_workspaces,
        "List the registered workspaces.",
        ANYONE,
        needs_agent=False,
    ),
    ActionSpec(
        "city",
        "add_workspace",
        AddWorkspacePayload,
        WorkspaceData,
        add_workspace,
        "Register a project folder.",
        PERSON_ONLY,
        mutates=True,
        needs_agent=False,
    ),
    ActionSpec(
        "city",
        "remove_workspace",
        WorkspacePayload,
        WorkspaceData,
        remove_workspace,
        "Unregister a workspace; tags stay.",
        PERSON_ONLY,
        mutates=True,
        needs_agent=False,
    ),
    ActionSpec(
        "city",
        "connect",
        ConnectPayload,
        ConnectData,
        connect_client,
        "Show, write or remove the configuration by which a client uses an agent's memory.",
        PERSON_ONLY,
        mutates=True,
        needs_agent=False,
        idempotent=True,
    ),
    ActionSpec(
        "city",
        "product_info",
        ProductInfoPayload,
        ProductInfoData,
        product_info,
        "Tell what Memdesk itself is and can do, for the version that runs; holds no release history.",
        ANYONE,
        needs_agent=False,
        guidance="Ask it instead of answering from memory: what it says is made from the program itself.",
        examples=({"section": "commands"}, {}),
    ),
)
