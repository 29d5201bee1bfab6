import type { Tone } from "@/components/ui/buttons/status-icon";
import { Problem } from "@/lib/contract/problem";

export type Freshness = { tone: Tone; words: string; detail?: string };

type KnownConnection = {
  is_answering: boolean;
  is_faulty: boolean;
  last_problem: string | null;
  is_disk_low?: boolean;
};

/** `connectionAt`: when the connection was asked for, by the browser's clock. */
type Known = { isOnline: boolean; connection: KnownConnection | undefined; connectionAt: number; lately: Lately };

const unanswered = new Set(["upstream-unreachable", "upstream-timeout", "upstream-cut", "upstream-resting"]);

/** Who answers and who does not: the browser's own connection, Switchboard's server and the platform are three different things. */
export function freshnessOf({ isOnline, connection, connectionAt, lately }: Known): Freshness {
  const { code } = lately.problem ?? {};
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
  if (code !== undefined && unanswered.has(code)) return silent(lately.problem?.message);
  if (code?.startsWith("upstream-") && code !== "upstream-forbidden") return faulty(lately.problem?.message);
  // What this page itself read is newer than what the connection was like when it was last asked for.
  if ((lately.readAt ?? 0) > connectionAt || connection?.is_answering)
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

export type Lately = {
  /** When something of the platform's that the page shows was last read, by the browser's clock. */
  shownAt: number | undefined;
  /** When something of the platform's was last read here, by the browser's clock. */
  readAt: number | undefined;
  /** The newest failure, where nothing was read since. */
  problem: Problem | undefined;
  /** When that failure was, by the browser's clock; 0 where there is none. */
  failedAt: number;
};

type KeptRead = {
  /** As `read` of the client sets it. */
  meta: { isOfPlatform?: unknown; shownAt?: unknown } | undefined;
  /** Whether the page shows it: what is read for the rail or for a page left behind says nothing of this one's age. */
  isActive(): boolean;
  state: { data?: unknown; dataUpdatedAt: number; errorUpdatedAt: number; error: unknown };
};

/** Reads of one page come in together: a success beside a fault does not undo it, one of a later round does. */
const sameRoundMs = 5_000;

/** How the reads in the cache went of late. `before`: what was last said, for a failure that is being read again. */
export function latelyOf(reads: readonly KeptRead[], before?: Lately): Lately {
  const fromApi = reads.filter(isOfApi);
  const readAt = newestOf(fromApi);
  const active = reads.filter((read) => read.isActive());
  const shownAt = Math.max(newestOf(active.filter(isOfApi)) ?? 0, ...active.map(keptAt)) || undefined;
  const { problem, failedAt } = newestFailure(reads, before);
  if (!problem || isMended(problem, failedAt, isUpstream(problem) ? fromApi : reads))
    return { shownAt, readAt, problem: undefined, failedAt: 0 };
  return { shownAt, readAt, problem, failedAt };
}

const isOfApi = ({ meta }: KeptRead) => meta?.isOfPlatform === true;

/** When the platform was read for something that Switchboard keeps, where the read of it tells. */
function keptAt({ meta, state }: KeptRead): number {
  const at: unknown = typeof meta?.shownAt === "function" ? meta.shownAt(state.data) : 0;
  return typeof at === "number" ? at : 0;
}

const newestOf = (reads: readonly KeptRead[]) =>
  Math.max(0, ...reads.map(({ state }) => state.dataUpdatedAt)) || undefined;

type Failure = Pick<Lately, "problem" | "failedAt">;

/** A read without data forgets its error while it is asked again; until the answer, what was said of it stands. */
function newestFailure(reads: readonly KeptRead[], before: Lately | undefined): Failure {
  return reads.reduce<Failure>(
    (newest, { state: { error, errorUpdatedAt, dataUpdatedAt } }) => {
      if (errorUpdatedAt <= newest.failedAt || errorUpdatedAt <= dataUpdatedAt) return newest;
      if (error instanceof Problem) return { problem: error, failedAt: errorUpdatedAt };
      return before?.failedAt === errorUpdatedAt ? before : newest;
    },
    { problem: undefined, failedAt: 0 },
  );
}

function isMended(problem: Problem, failedAt: number, reads: readonly KeptRead[]) {
  const answersAtAll = isUpstream(problem) && !unanswered.has(problem.code);
  const untilMs = failedAt + (answersAtAll ? sameRoundMs : 0);
  return reads.some(({ state }) => state.dataUpdatedAt > untilMs);
}

/** Reading something of Switchboard's own says nothing about the platform. */
const isUpstream = ({ code }: Problem) => code.startsWith("upstream-");
