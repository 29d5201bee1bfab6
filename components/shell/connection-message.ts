import type { Tone } from "@/components/ui/buttons/status-icon";
import type { Problem } from "@/lib/contract/problem";

export type ConnectionMessage = { tone: Tone; words: string; detail?: string };

type ConnectionState = {
  is_answering: boolean;
  is_faulty: boolean;
  last_problem: string | null;
  is_disk_low?: boolean;
};

/** `connectionAt`: when the connection status was fetched, in ms of the browser's clock. */
type ConnectionInput = {
  isOnline: boolean;
  connection: ConnectionState | undefined;
  connectionAt: number;
  readHealth: ReadHealth;
};

const unanswered = new Set(["upstream-unreachable", "upstream-timeout", "upstream-cut", "upstream-resting"]);

/** Health of three separate links: browser connection, Switchboard's server and the platform. */
export function connectionMessage({
  isOnline,
  connection,
  connectionAt,
  readHealth,
}: ConnectionInput): ConnectionMessage {
  const { code } = readHealth.problem ?? {};
  if (!isOnline || code === "offline")
    return { tone: "wait", words: "Browser offline", detail: "This browser has no connection to Switchboard." };
  if (code === "switchboard-unreachable")
    return {
      tone: "fault",
      words: "Switchboard not answering",
      detail: "Switchboard's own server is not answering. The platform may be fine.",
    };
  if (code === "proxy-sign-in")
    return {
      tone: "fault",
      words: "Sign-in before Switchboard ended",
      detail: "Something before Switchboard answered, such as a proxy. Reload the page to sign in there again.",
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
  if (readHealth.readAt > connectionAt || connection?.is_answering) return { tone: "ok", words: "Platform answering" };
  if (!connection) return { tone: "idle", words: "Checking the platform" };
  return (connection.is_faulty ? faulty : silent)(connection.last_problem ?? undefined);
}

const silent = (detail = "The platform is not answering."): ConnectionMessage => ({
  tone: "fault",
  words: "Platform not answering",
  detail,
});

const faulty = (detail = "The platform returned an error."): ConnectionMessage => ({
  tone: "fault",
  words: "Platform returning errors",
  detail,
});

export type ReadHealth = {
  /** Last read of platform data, in ms of the browser's clock; 0 before the first. */
  readAt: number;
  /** Latest failure, unless a later read of the same source succeeded. */
  problem?: Problem;
  /** Time of that failure in ms of the browser's clock. */
  failedAt: number;
};

type FinishedRead = { isOfPlatform: boolean; at: number; problem?: Problem | undefined };

/** Reads of one page arrive together, so a success within this time does not clear a failure. */
const sameRoundMs = 5_000;

export function healthAfter(before: ReadHealth, { isOfPlatform, at, problem }: FinishedRead): ReadHealth {
  if (problem) return { ...before, problem, failedAt: at };
  const readAt = isOfPlatform ? at : before.readAt;
  return isResolved(before, { isOfPlatform, at }) ? { readAt, failedAt: 0 } : { ...before, readAt };
}

/** Failures of the platform are cleared only by its own reads. */
function isResolved({ problem, failedAt }: ReadHealth, { isOfPlatform, at }: FinishedRead) {
  if (!problem?.code.startsWith("upstream-")) return true;
  return isOfPlatform && (unanswered.has(problem.code) || at > failedAt + sameRoundMs);
}
