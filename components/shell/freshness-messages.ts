import type { Tone } from "@/components/ui/buttons/status-icon";
import { Problem } from "@/lib/contract/problem";

export type Freshness = { tone: Tone; words: string; detail?: string };

type ConnectionState = {
  is_answering: boolean;
  is_faulty: boolean;
  last_problem: string | null;
  is_disk_low?: boolean;
};

/** `connectionAt`: when the connection status was fetched, in ms of the browser's clock. */
type FreshnessInput = {
  isOnline: boolean;
  connection: ConnectionState | undefined;
  connectionAt: number;
  readHealth: ReadHealth;
};

const unanswered = new Set(["upstream-unreachable", "upstream-timeout", "upstream-cut", "upstream-resting"]);

/** Health of three separate links: browser connection, Switchboard's server and the platform. */
export function freshnessOf({ isOnline, connection, connectionAt, readHealth }: FreshnessInput): Freshness {
  const { code } = readHealth.problem ?? {};
  if (!isOnline || code === "offline")
    return { tone: "wait", words: "Browser offline", detail: "This browser has no connection to Switchboard." };
  if (code === "switchboard-unreachable")
    return {
      tone: "fault",
      words: "Switchboard not answering",
      detail: "Switchboard's own server is not answering. The platform may be fine.",
    };
  if (code === "storage_down")
    return { tone: "fault", words: "Storage not answering", detail: "Switchboard's own storage is not answering." };
  if (code === "read_only")
    return {
      tone: "fault",
      words: "Database read-only",
      detail: "Switchboard's database is read-only: nothing is changed or sent until an admin makes it writable.",
    };
  if (connection?.is_disk_low || code === "disk_full")
    return {
      tone: "fault",
      words: "Disk nearly full",
      detail: "Switchboard's disk is nearly full: nothing is changed or sent until an admin frees space.",
    };
  if (code === "upstream-auth")
    return { tone: "fault", words: "Key refused", detail: "The platform refused Switchboard's key." };
  if (code !== undefined && unanswered.has(code)) return silent(readHealth.problem?.message);
  if (code?.startsWith("upstream-") && code !== "upstream-forbidden") return faulty(readHealth.problem?.message);
  // A read by this page may be newer than the connection status.
  if ((readHealth.readAt ?? 0) > connectionAt || connection?.is_answering)
    return { tone: "ok", words: "Platform answering" };
  if (!connection) return { tone: "idle", words: "Asking the platform" };
  return (connection.is_faulty ? faulty : silent)(connection.last_problem ?? undefined);
}

const silent = (detail = "The platform is not answering."): Freshness => ({
  tone: "fault",
  words: "Platform not answering",
  detail,
});

const faulty = (detail = "The platform answered with a fault."): Freshness => ({
  tone: "fault",
  words: "Platform answering with faults",
  detail,
});

export type ReadHealth = {
  /** Last read of platform data that the page shows, in ms of the browser's clock. */
  shownAt: number | undefined;
  /** Last read of any platform data, in ms of the browser's clock. */
  readAt: number | undefined;
  /** Latest failure, unless a later read succeeded. */
  problem: Problem | undefined;
  /** Time of that failure in ms of the browser's clock; 0 without one. */
  failedAt: number;
};

type CachedRead = {
  /** Set by `read` of the client. */
  meta: { isOfPlatform?: unknown; shownAt?: unknown } | undefined;
  /** True if mounted components use it. Other data does not affect the shown age. */
  isActive(): boolean;
  state: { data?: unknown; dataUpdatedAt: number; errorUpdatedAt: number; error: unknown };
};

/** Reads of one page arrive together, so a success within this time does not clear a failure. */
const sameRoundMs = 5_000;

/** Health of the cached reads. `previous` keeps a failure during its refetch. */
export function readHealthOf(reads: readonly CachedRead[], previous?: ReadHealth): ReadHealth {
  const fromApi = reads.filter(isOfApi);
  const readAt = newestOf(fromApi);
  const active = reads.filter((read) => read.isActive());
  const shownAt = Math.max(newestOf(active.filter(isOfApi)) ?? 0, ...active.map(storedReadAt)) || undefined;
  const { problem, failedAt } = newestFailure(reads, previous);
  if (!problem || isResolved(problem, failedAt, isUpstream(problem) ? fromApi : reads))
    return { shownAt, readAt, problem: undefined, failedAt: 0 };
  return { shownAt, readAt, problem, failedAt };
}

const isOfApi = ({ meta }: CachedRead) => meta?.isOfPlatform === true;

/** Platform read time of data stored by Switchboard, if the query reports it; else 0. */
function storedReadAt({ meta, state }: CachedRead): number {
  const readAtMs: unknown = typeof meta?.shownAt === "function" ? meta.shownAt(state.data) : 0;
  return typeof readAtMs === "number" ? readAtMs : 0;
}

const newestOf = (reads: readonly CachedRead[]) =>
  Math.max(0, ...reads.map(({ state }) => state.dataUpdatedAt)) || undefined;

type Failure = Pick<ReadHealth, "problem" | "failedAt">;

/** A query without data resets its error during a refetch, so the previous failure is kept until then. */
function newestFailure(reads: readonly CachedRead[], previous: ReadHealth | undefined): Failure {
  return reads.reduce<Failure>(
    (newest, { state: { error, errorUpdatedAt, dataUpdatedAt } }) => {
      if (errorUpdatedAt <= newest.failedAt || errorUpdatedAt <= dataUpdatedAt) return newest;
      if (error instanceof Problem) return { problem: error, failedAt: errorUpdatedAt };
      return previous?.failedAt === errorUpdatedAt ? previous : newest;
    },
    { problem: undefined, failedAt: 0 },
  );
}

function isResolved(problem: Problem, failedAt: number, reads: readonly CachedRead[]) {
  const answersAtAll = isUpstream(problem) && !unanswered.has(problem.code);
  const untilMs = failedAt + (answersAtAll ? sameRoundMs : 0);
  return reads.some(({ state }) => state.dataUpdatedAt > untilMs);
}

/** Upstream failures are cleared only by platform reads. */
const isUpstream = ({ code }: Problem) => code.startsWith("upstream-");
