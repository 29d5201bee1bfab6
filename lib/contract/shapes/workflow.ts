import { firstField, firstText } from "@/lib/contract/fields";
import { type Change, diffRecords } from "@/lib/format/diff-records";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";

export type WorkflowStep = {
  id: string;
  title: string;
  kind: string | undefined;
  /** Spoken text or instruction of the step. */
  text: string | undefined;
  /** The records it names, by the field that names them: `tool_id`; `tool` may hold an ID or a name. */
  names: readonly { field: string; id: string }[];
  next: readonly { to: string; when: string | undefined }[];
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
  /** Published version, if the record holds it. */
  published: { version: string | undefined; steps: readonly WorkflowStep[] } | undefined;
};

export function readWorkflow(record: unknown): WorkflowShape {
  const publishedVersion = firstText(record, "published_version");
  const hasUnpublished = firstField(record, "has_unpublished_changes");
  const published = firstField(record, "published");
  const publishedSteps = stepsOf(published);
  return {
    version: firstText(record, "version"),
    publishedVersion,
    publishedAt: firstField(record, "published_at"),
    status: firstText(record, "status"),
    hasUnpublished: typeof hasUnpublished === "boolean" ? hasUnpublished : undefined,
    steps: stepsOf(record),
    published: publishedSteps && {
      version: firstText(published, "version") ?? publishedVersion,
      steps: publishedSteps,
    },
  };
}

/** True if a stored workflow was published and has no changes since. */
export const isAsPublished = ({ status, hasUnpublished }: WorkflowShape) =>
  hasUnpublished === undefined ? /^(published|active)$/i.test(status ?? "") : !hasUnpublished;

/** Live part of a workflow or an assistant: its published part, or the record if it is published; else undefined. */
export function livePartOf(record: unknown): unknown {
  const published = firstField(record, "published");
  if (isPlainObject(published) && Object.keys(published).length > 0) return published;
  return /^(published|active|live)$/i.test(firstText(record, "status") ?? "") ? record : undefined;
}

function stepsOf(record: unknown): WorkflowStep[] | undefined {
  const sent = firstField(record, "nodes", "steps");
  if (!Array.isArray(sent) || sent.length === 0 || !sent.every(isPlainObject)) return undefined;
  const edges = edgesOf(firstField(record, "edges"));
  return inOrder(sent.map((step, index) => stepOf(step, index, edges)));
}

type Edge = { from: string; to: string; when: string | undefined };

const edgesOf = (sent: unknown): Edge[] =>
  (Array.isArray(sent) ? sent : []).flatMap((edge) => {
    const [from, to] = [firstText(edge, "from", "source"), firstText(edge, "to", "target")];
    return from === undefined || to === undefined ? [] : [{ from, to, when: firstText(edge, "when", "condition") }];
  });

function stepOf(fields: Record<string, unknown>, index: number, edges: readonly Edge[]): WorkflowStep {
  const [key, named] = [firstText(fields, "id"), firstText(fields, "name", "title")];
  const id = key ?? named ?? String(index + 1);
  return {
    id,
    title: named ?? key ?? `Step ${index + 1}`,
    kind: firstText(fields, "type"),
    text: firstText(fields, "text", "prompt"),
    names: namesIn(fields),
    next: edges.filter(({ from }) => from === id).map(({ to, when }) => ({ to, when })),
    fields,
  };
}

function namesIn(step: Record<string, unknown>): WorkflowStep["names"] {
  const tool = firstText(step, "tool_id") === undefined ? "tool" : "tool_id";
  return [tool, "assistant_id", "workflow_ref", "phone_number_id"].flatMap((field) => {
    const id = firstText(step, field);
    return id === undefined ? [] : [{ field, id }];
  });
}

/** From its beginning along what follows, branch by branch in the order sent; steps that nothing leads to stand last. */
function inOrder(steps: readonly WorkflowStep[]): WorkflowStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const reached = new Set(steps.flatMap(({ next }) => next.map(({ to }) => to)));
  const ordered = new Set<WorkflowStep>();
  const waiting = [steps.find(({ id }) => !reached.has(id)) ?? steps[0]];
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

/** Change of each step, in the order of the later version; removed steps come last. */
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
const comparable = ({ fields, next }: WorkflowStep, steps: readonly WorkflowStep[]) => ({
  ...fields,
  "leads to": next.length === 0 ? "nothing" : next.map((each) => leadText(each, steps)).join("; "),
});

/** "Outage line, when topic is outage". */
export function leadText({ to, when }: WorkflowStep["next"][number], steps: readonly WorkflowStep[]): string {
  const title = steps.find(({ id }) => id === to)?.title ?? to;
  return when === undefined ? title : `${title}, ${conditionText(when)}`;
}

/** A condition behind its step: "otherwise" and "when …" stand as sent. */
const conditionText = (when: string) =>
  /^(otherwise|else|when|if|always)\b/i.test(when) ? when : `when ${formatRaw(when)}`;
