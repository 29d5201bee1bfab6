import { innermost, usualField, usualFlag, usualText } from "@/lib/contract/fields";
import { type Change, diffRecords } from "@/lib/format/diff-records";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";

export type WorkflowStep = {
  id: string;
  title: string;
  kind: string | undefined;
  /** What is said or asked for in it. */
  text: string | undefined;
  /** The records it names, by the field that names them: `tool_id`; `tool` may hold an ID or a name. */
  names: readonly { field: string; id: string }[];
  next: readonly { to: string; when: string | undefined }[];
  /** Its fields as sent, without where it stands in a drawing. */
  fields: Readonly<Record<string, unknown>>;
};

export type WorkflowShape = {
  version: string | undefined;
  publishedVersion: string | undefined;
  publishedAt: unknown;
  status: string | undefined;
  hasUnpublished: boolean | undefined;
  /** In the order in which they follow each other; undefined where the record holds none that can be read. */
  steps: readonly WorkflowStep[] | undefined;
  /** What is published, where the record itself holds it. */
  published: { version: string | undefined; steps: readonly WorkflowStep[] } | undefined;
};

export function readWorkflow(sent: unknown): WorkflowShape {
  const record = innermost(sent);
  const publishedVersion = usualText(record, ["published_version", "live_version", "active_version"]);
  return {
    version: usualText(record, ["version", "current_version", "version_number", "draft_version"]),
    publishedVersion,
    publishedAt: usualField(record, ["published_at", "last_published_at"]),
    status: usualText(record, ["status", "state"]),
    hasUnpublished: usualFlag(record, ["has_unpublished_changes", "unpublished_changes", "has_draft", "is_dirty"]),
    steps: stepsOf(record),
    published: publishedIn(record, publishedVersion),
  };
}

/** Whether a workflow as it was kept is one that was published, with nothing changed since. */
export const isAsPublished = ({ status, hasUnpublished }: WorkflowShape) =>
  hasUnpublished === undefined ? /^(published|active|live)$/i.test(status ?? "") : !hasUnpublished;

const holders = ["", "definition.", "graph.", "flow.", "workflow.", "data.", "config.", "workflow_definition."];

const within = (names: readonly string[]) => holders.flatMap((holder) => names.map((name) => `${holder}${name}`));

const stepNames = within(["steps", "nodes", "stages", "states", "blocks", "actions"]);
const edgeNames = within(["edges", "connections", "transitions", "links"]);

function publishedIn(record: unknown, version: string | undefined): WorkflowShape["published"] {
  const versions = usualField(record, ["versions", "version_history"]);
  const listed = Array.isArray(versions)
    ? versions.find((each) => version !== undefined && usualText(each, ["version", "number"]) === version)
    : undefined;
  const found = usualField(record, ["published", "published_definition", "live", "active"]) ?? listed;
  const steps = isPlainObject(found) ? stepsOf(found) : undefined;
  return steps && { version: usualText(found, ["version", "number"]) ?? version, steps };
}

function stepsOf(record: unknown): WorkflowStep[] | undefined {
  const sent = usualField(record, stepNames);
  const list = Array.isArray(sent) ? sent : isPlainObject(sent) ? fromMap(sent) : undefined;
  if (!list || list.length === 0) return undefined;
  const readable = list.every((each) => isPlainObject(each) || (typeof each === "string" && each.trim() !== ""));
  if (!readable) return undefined;
  const edges = edgesOf(usualField(record, edgeNames));
  const steps = list.map((each, at) => stepOf(each, at, edges));
  return new Set(steps.map(({ id }) => id)).size === steps.length ? inOrder(steps, record) : steps;
}

/** Steps that came under their IDs. */
const fromMap = (sent: Record<string, unknown>) =>
  Object.entries(sent).map(([id, each]) => (isPlainObject(each) ? { id, ...each } : each));

type Edge = { from: string; to: string; when: string | undefined };

const whenNames = ["when", "condition", "if", "label", "data.label", "data.condition", "condition.prompt"];

const toNames = ["to", "target", "target_id", "to_node", "next", "next_step", "goto", "step", "id"];

const edgesOf = (sent: unknown): Edge[] =>
  (Array.isArray(sent) ? sent : []).flatMap((each) => {
    const from = usualText(each, ["from", "source", "source_id", "from_node", "from_step"]);
    const to = usualText(each, toNames.slice(0, 4));
    return from === undefined || to === undefined ? [] : [{ from, to, when: usualText(each, whenNames) }];
  });

function stepOf(sent: unknown, at: number, edges: readonly Edge[]): WorkflowStep {
  const fields = isPlainObject(sent) ? drawn(sent) : { text: sent };
  const named = usualText(sent, ["name", "title", "label", "data.label", "data.name", "display_name"]);
  const key = usualText(sent, ["id", "key", "ref", "node_id"]);
  const words = typeof sent === "string" ? sent.trim() : undefined;
  const id = key ?? named ?? words ?? String(at + 1);
  const leading = edges.filter(({ from }) => from === id).map(({ to, when }) => ({ to, when }));
  return {
    id,
    title: named ?? key ?? words ?? `Step ${at + 1}`,
    kind: usualText(sent, ["type", "kind", "data.type", "action"]),
    text: usualText(sent, textNames),
    names: namesIn(sent),
    next: leading.length > 0 ? leading : ownNext(sent),
    fields,
  };
}

const textNames = [
  "text",
  "message",
  "prompt",
  "content",
  "instructions",
  "instruction",
  "first_message",
  "say",
].flatMap((name) => [name, `data.${name}`, `config.${name}`]);

const layout = /^(position|positionAbsolute|x|y|width|height|measured|selected|dragging|z_?index|handles?)$/i;

const drawn = (sent: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(sent).filter(([key]) => !layout.test(key)));

function namesIn(sent: unknown): WorkflowStep["names"] {
  const textOf = (...names: string[]) =>
    usualText(
      sent,
      names.flatMap((name) => [name, `data.${name}`, `config.${name}`]),
    );
  const named = ["tool_id", "assistant_id", "workflow_ref", "phone_number_id", "agent_id"].flatMap((field) => {
    const id = textOf(field);
    return id === undefined ? [] : [{ field: field === "agent_id" ? "assistant_id" : field, id }];
  });
  const tool = textOf("tool.id", "tool_name", "tool.name", "tool");
  return tool === undefined || named[0]?.field === "tool_id" ? named : [{ field: "tool", id: tool }, ...named];
}

/** Where a step that came without edges says itself what follows. */
function ownNext(sent: unknown): WorkflowStep["next"] {
  const next = usualField(sent, ["next", "next_step", "next_id", "transitions", "on_success", "goto", "branches"]);
  return (Array.isArray(next) ? next : [next]).flatMap((each) => {
    if (typeof each === "string") return [{ to: each, when: undefined }];
    const to = usualText(each, toNames);
    return to === undefined ? [] : [{ to, when: usualText(each, whenNames) }];
  });
}

/** From its beginning along what follows, branch by branch in the order sent; steps that nothing leads to stand last. */
function inOrder(steps: readonly WorkflowStep[], record: unknown): WorkflowStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const reached = new Set(steps.flatMap(({ next }) => next.map(({ to }) => to)));
  if (![...reached].some((id) => byId.has(id))) return [...steps];
  const named = usualText(record, within(["start", "start_step", "entry", "entry_node", "initial", "start_node_id"]));
  const first = byId.get(named ?? "") ?? steps.find(({ id }) => !reached.has(id)) ?? steps[0];
  const ordered = new Set<WorkflowStep>();
  const waiting = first ? [first] : [];
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    if (ordered.has(step)) continue;
    ordered.add(step);
    waiting.push(...step.next.flatMap(({ to }) => byId.get(to) ?? []));
  }
  return [...ordered, ...steps.filter((step) => !ordered.has(step))];
}

export type StepChange =
  | { kind: "added" | "removed"; step: WorkflowStep }
  | { kind: "changed"; step: WorkflowStep; fields: readonly Change[] };

/** What became of each step, in the order of the later ones, those that were removed last. */
export function compareSteps(before: readonly WorkflowStep[], after: readonly WorkflowStep[]): StepChange[] {
  const older = new Map(before.map((step) => [step.id, step]));
  const kept = new Set(after.map(({ id }) => id));
  const changes = after.flatMap((step): StepChange[] => {
    const was = older.get(step.id);
    if (!was) return [{ kind: "added", step }];
    const fields = diffRecords(comparable(was, before), comparable(step, after));
    return fields.length > 0 ? [{ kind: "changed", step, fields }] : [];
  });
  const removed = before.filter(({ id }) => !kept.has(id));
  return [...changes, ...removed.map((step): StepChange => ({ kind: "removed", step }))];
}

/** A step's fields as sent, and what follows it by name. */
function comparable({ fields, next }: WorkflowStep, steps: readonly WorkflowStep[]) {
  const own = Object.fromEntries(Object.entries(fields).filter(([key]) => !nextKeys.test(key)));
  return { ...own, "leads to": next.length === 0 ? "nothing" : next.map((each) => leadText(each, steps)).join("; ") };
}

const nextKeys = /^(next|next_?step|next_?id|transitions|on_?success|goto|branches)$/i;

/** "Outage line, when topic is outage". */
export function leadText({ to, when }: WorkflowStep["next"][number], steps: readonly WorkflowStep[]): string {
  const title = steps.find(({ id }) => id === to)?.title ?? to;
  return when === undefined ? title : `${title}, ${conditionText(when)}`;
}

/** A condition behind its step: "otherwise" and "when …" stand as sent. */
const conditionText = (when: string) =>
  /^(otherwise|else|when|if|always)\b/i.test(when) ? when : `when ${formatRaw(when)}`;
