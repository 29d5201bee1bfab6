import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import { longestRef } from "./saved";

/** What a record held at one read and not at the one before. */
export type RecordChange = {
  /** The read that saw it. It came to be between `after` and this. */
  at: string;
  /** The last read that still saw the version before. */
  after: string;
  /** Who opened the record and so saw it; null where Switchboard read it by itself. */
  seen_by: string | null;
  /** What was sent from here to this record in between; null where it changed outside Switchboard. */
  sent: { action: string; by: string | null } | null;
  fields: { path: string; before: unknown; after: unknown }[];
};

export type RecordHistory = {
  first_seen_at: string;
  last_seen_at: string;
  /** Since when its list no longer has it. */
  gone_at: string | null;
  /** Newest first. */
  changes: RecordChange[];
  /** Whether older ones are kept than these. */
  has_more: boolean;
};

/**
 * What changed in a record since it was first read, from the versions that are kept. `data` is null for a record that was
 * never kept. What a list says beside its rows is the record with no ref; the plan's limits are the record of `plan-limits`.
 */
export const listVersions = operation({
  id: "records.versions",
  label: "See a record's recent changes",
  method: "GET",
  path: "/console/records/{resource}",
  input: z.object({ resource: keptText(100), ref: keptText(longestRef).default("") }),
  output: ownAnswer<{ data: RecordHistory | null }>(),
  allow: roles,
});

/** `not_known_which`: other sends to the record lie between the two reads. */
export type SendEffect =
  | { state: "known"; at: string; fields: RecordChange["fields"] }
  | { state: "not_known" | "not_known_which" };

export const getSendEffect = operation({
  id: "records.effect",
  label: "See what an action of the audit log changed",
  method: "GET",
  path: "/console/audit/{entry_id}/effect",
  input: z.object({ entry_id: keptText(20) }),
  output: ownAnswer<SendEffect>(),
  allow: ["admin"],
});

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const list = { usual: 5 * minute, least: minute, most: hour };
const known = { usual: hour, least: 5 * minute, most: day };

/** What is read again and again, and how often, in seconds. What is looked at or moves is read more often, what rests less. */
export const paces = {
  deliveries: { usual: minute, least: 15, most: 15 * minute },
  campaigns: { usual: 30, least: 15, most: 10 * minute },
  "phone-numbers": list,
  "plan-limits": list,
  credentials: list,
  webhooks: list,
  assistants: known,
  workflows: known,
  tools: known,
  calls: known,
} as const;

export type PacedResource = keyof typeof paces;

export const pacedResources = Object.keys(paces) as [PacedResource, ...PacedResource[]];

/** Days that each kind of row is kept. */
export const keptDays = {
  deliveries: { usual: 30, least: 1, most: 400 },
  samples: { usual: 30, least: 1, most: 400 },
  versions: { usual: 400, least: 7, most: 4000 },
} as const;

export type KeptKind = keyof typeof keptDays;

export const keptKinds = Object.keys(keptDays) as [KeptKind, ...KeptKind[]];

type SetBy = { set_by: string | null; set_at: string | null };

export type Pace = SetBy & {
  resource: PacedResource;
  is_on: boolean;
  every_seconds: number;
  /** How many things are read at this pace now, and what that comes to. */
  tasks: number;
  requests_an_hour: number;
  bytes_an_hour: number;
};

export type KeptSize = Partial<SetBy> & {
  kind: KeptKind | "audit";
  /** Null for what is kept for good. */
  days: number | null;
  /** As the database last estimated. */
  rows: number;
  bytes: number;
};

/** How the last read of one thing went. */
export type TaskHealth = {
  task: string;
  at: string;
  ok_at: string | null;
  ms: number;
  bytes: number;
  rows: number;
  requests: number;
  /** `ok`, or the code of what went wrong. */
  outcome: string;
  next_at: string | null;
};

export type Kept = {
  paces: Pace[];
  sizes: KeptSize[];
  database_bytes: number;
  /** What failed first, then lists, then what was read last; not all where there are many. */
  tasks: TaskHealth[];
  task_count: number;
  failing_count: number;
  retries: SetBy & { schedule: string };
};

export const getKept = operation({
  id: "collector.get",
  label: "See what is kept, and how often the platform is read",
  method: "GET",
  path: "/console/collector",
  input: z.object({}),
  output: ownAnswer<Kept>(),
  allow: ["admin"],
});

export const setPace = operation({
  id: "collector.set_pace",
  label: "Change how often the platform is read",
  act: "change how often the platform is read for {it}",
  method: "POST",
  path: "/console/collector/pace/{resource}",
  input: z
    .object({ resource: z.enum(pacedResources), is_on: z.boolean(), every_seconds: z.number().int() })
    .refine(({ resource, every_seconds: every }) => every >= paces[resource].least && every <= paces[resource].most, {
      path: ["every_seconds"],
      message: "This frequency is outside the allowed range.",
    }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const setRetention = operation({
  id: "collector.set_retention",
  label: "Change how long something is kept",
  act: "change how long {it} are kept",
  method: "POST",
  path: "/console/collector/retention/{kind}",
  input: z
    .object({ kind: z.enum(keptKinds), days: z.number().int() })
    .refine(({ kind, days }) => days >= keptDays[kind].least && days <= keptDays[kind].most, {
      path: ["days"],
      message: "This time is outside the allowed range.",
    }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

const unitSeconds = { s: 1, sec: 1, m: minute, min: minute, h: hour, d: day } as const;
const mostAttempts = 50;

/**
 * When each attempt is due, in seconds after the first, of "0, 5 s, 5 min, 30 min, 2 h": how long is waited before each. None of an
 * empty text, undefined where it cannot be read.
 */
export function parseRetries(schedule: string): number[] | undefined {
  if (schedule.trim() === "") return [];
  const due: number[] = [];
  for (const wait of schedule.split(",")) {
    const { count, unit = "s" } = /^\s*(?<count>\d{1,6})\s*(?<unit>s|sec|m|min|h|d)?\s*$/i.exec(wait)?.groups ?? {};
    if (count === undefined) return undefined;
    due.push((due.at(-1) ?? 0) + Number(count) * unitSeconds[unit.toLowerCase() as keyof typeof unitSeconds]);
  }
  return due[0] === 0 && due.length <= mostAttempts ? due : undefined;
}

export const retriesRule = "Enter the wait before each attempt, the first with 0: 0, 5 s, 5 min, 30 min, 2 h.";

/** The platform tells no schedule: what an admin enters is shown as an estimate. */
export const setRetries = operation({
  id: "collector.set_retries",
  label: "Change the retry schedule of webhooks",
  act: "change the retry schedule of webhooks",
  method: "POST",
  path: "/console/collector/retries",
  input: z.object({ schedule: z.string().max(500) }).refine(({ schedule }) => parseRetries(schedule) !== undefined, {
    path: ["schedule"],
    message: retriesRule,
  }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

/** A record known here that holds a value somewhere. `fields` are its own short ones, as last read. */
export type RelatedRecord = {
  resource: string;
  ref: string;
  name: string | null;
  status: string | null;
  read_at: string;
  fields: Record<string, unknown>;
};

/** The records known here that name an ID or a number, those read last first. */
export const listRelated = operation({
  id: "records.related",
  label: "See which known records name something",
  method: "GET",
  path: "/console/related",
  input: z.object({
    value: keptText(longestRef),
    /** Resources with blanks between: "campaigns assistants". */
    among: keptText(200),
  }),
  output: ownAnswer<{ data: RelatedRecord[]; has_more: boolean }>(),
  allow: roles,
});

/** A tool that a record names and the platform no longer has. */
export type MissingTool = {
  /** The ID or the name that the record holds. */
  named: string;
  /** Another tool, not known here, may have the same name. */
  is_by_name: boolean;
  since: string;
};

export const listMissingTools = operation({
  id: "records.missing_tools",
  label: "See which tools a record names that are gone",
  method: "GET",
  path: "/console/missing-tools/{resource}",
  input: z.object({ resource: keptText(100), ref: keptText(longestRef) }),
  output: ownAnswer<{ data: MissingTool[] }>(),
  allow: roles,
});

/** What a workflow was before: as last published where that was kept, or else before its steps changed. */
export type EarlierWorkflow = { is_published: boolean; last_read_at: string; record: unknown };

export const getEarlierWorkflow = operation({
  id: "workflows.earlier",
  label: "See what a workflow was before",
  method: "GET",
  path: "/console/workflows/{workflow_ref}/earlier",
  input: z.object({ workflow_ref: keptText(longestRef) }),
  output: ownAnswer<{ data: EarlierWorkflow | null }>(),
  allow: roles,
});
