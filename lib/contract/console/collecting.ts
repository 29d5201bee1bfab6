import { ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const listPace = { gentle: 15 * minute, normal: 5 * minute, fast: 2 * minute, least: minute, most: hour };
const recordPace = { gentle: 3 * hour, normal: hour, fast: 20 * minute, least: 5 * minute, most: day };

/**
 * Polling interval of each resource in each set, and its limits, in seconds. The webhook log and campaigns are polled more
 * often while a browser shows them, ended campaigns and calls less often.
 */
export const paces = {
  deliveries: { gentle: 5 * minute, normal: minute, fast: 20, least: 15, most: 15 * minute },
  campaigns: { gentle: 2 * minute, normal: 30, fast: 15, least: 15, most: 10 * minute },
  "phone-numbers": listPace,
  "plan-limits": listPace,
  credentials: listPace,
  webhooks: listPace,
  assistants: recordPace,
  workflows: recordPace,
  tools: recordPace,
  calls: recordPace,
} as const;

export type PacedResource = keyof typeof paces;

export const pacedResources = Object.keys(paces) as [PacedResource, ...PacedResource[]];

/** Named sets of polling intervals, the default first. */
export const paceSets = ["normal", "gentle", "fast"] as const;
export type PaceSet = (typeof paceSets)[number];

/** The set with the intervals of everything that is polled; undefined for intervals that an admin once chose one by one. */
export const paceSetOf = (polled: readonly Pick<Pace, "resource" | "is_on" | "every_seconds">[]) =>
  paceSets.find((set) =>
    polled.every(({ resource, is_on, every_seconds }) => !is_on || paces[resource][set] === every_seconds),
  );

/** Default, minimum and maximum retention of each kind of row, in days. */
export const keptDays = {
  deliveries: { default: 30, least: 1, most: 400 },
  samples: { default: 30, least: 1, most: 400 },
  versions: { default: 400, least: 7, most: 4000 },
  numbers: { default: 90, least: 1, most: 400 },
  left_out: { default: 30, least: 1, most: 400 },
  events: { default: 400, least: 1, most: 4000 },
  bodies: { default: 30, least: 1, most: 400 },
} as const;

export type KeptKind = keyof typeof keptDays;

export const keptKinds = Object.keys(keptDays) as [KeptKind, ...KeptKind[]];

type SetBy = { set_by: string | null; set_at: string | null };

export type Pace = SetBy & {
  resource: PacedResource;
  is_on: boolean;
  every_seconds: number;
  /** Number of polling tasks now, and the load that they cause. */
  tasks: number;
  requests_an_hour: number;
  bytes_an_hour: number;
};

export type KeptSize = Partial<SetBy> & {
  kind: KeptKind | "audit";
  /** Null for rows that are never deleted. */
  days: number | null;
  /** A shorter retention that begins at `at`; null without one. Until then it can be undone. */
  shorter?: { days: number; at: string } | null;
  /** Counted up to 10,000 per table, above that an estimate of the database. */
  rows: number;
  bytes: number;
};

export type TaskHealth = {
  task: string;
  at: string;
  ok_at: string | null;
  ms: number;
  bytes: number;
  rows: number;
  /** `ok` or a problem code. */
  outcome: string;
  next_at: string | null;
};

export type CollectorStatus = {
  paces: Pace[];
  sizes: KeptSize[];
  database_bytes: number;
  /** Failing tasks first, then lists, then the latest. At most 60 of `task_count`. */
  tasks: TaskHealth[];
  task_count: number;
  failing_count: number;
  retries: SetBy & { schedule: string };
};

export const getKept = operation({
  id: "collector.get",
  label: "See what is stored, and how often the platform is polled",
  method: "GET",
  path: "/console/collector",
  output: ownAnswer<CollectorStatus>(),
  allow: ["admin"],
});

export const setPaceSet = operation({
  id: "collector.set_pace_set",
  label: "Poll the platform gently, normally or fast",
  acts: {
    gentle: "poll the platform gently",
    normal: "poll the platform normally",
    fast: "poll the platform fast",
  },
  method: "POST",
  path: "/console/collector/pace",
  about: "set",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/** Polling of one resource, on or off. Its interval follows from the chosen speed. */
export const setPace = operation({
  id: "collector.set_pace",
  label: "Change how often the platform is polled",
  phrase: "change how often the platform is polled for {it}",
  method: "POST",
  path: "/console/collector/pace/{resource}",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const setRetention = operation({
  id: "collector.set_retention",
  label: "Change how long data is kept",
  phrase: "change the retention of {it}",
  method: "POST",
  path: "/console/collector/retention/{kind}",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

/** Rows that a shorter retention deletes once it begins. `first_at` is the time of the oldest; null without any. */
export type RetentionLoss = { rows: number; before: string; first_at: string | null; begins_at: string };

export const getRetentionLoss = operation({
  id: "collector.retention_loss",
  label: "See what a shorter retention deletes",
  method: "GET",
  path: "/console/collector/retention/{kind}",
  output: ownAnswer<RetentionLoss>(),
  allow: ["admin"],
});

const unitSeconds = { s: 1, sec: 1, m: minute, min: minute, h: hour, d: day } as const;
const mostAttempts = 50;

/**
 * Parses the wait before each attempt, such as "0, 5 s, 5 min, 30 min, 2 h". Returns when each attempt is due, in seconds after
 * the first. Empty for an empty text, undefined for an invalid one.
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

/** The API document shows no retry rules. The admin's schedule is used for estimates. */
export const setRetries = operation({
  id: "collector.set_retries",
  label: "Change the retry schedule of webhooks",
  phrase: "change the retry schedule of webhooks",
  method: "POST",
  path: "/console/collector/retries",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});
