import type { Reading } from "@/components/ui/reading";
import { apiOperations } from "@/lib/contract/api";
import { resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";

export type Freshness = { lamp: Reading; words: string; detail?: string };

export type KnownLine = { is_answering: boolean; last_answer_at: string | null; last_problem: string | null };

type Known = { isOnline: boolean; line: KnownLine | undefined; lately: Lately };

const unanswered = new Set(["upstream-unreachable", "upstream-timeout", "upstream-cut", "upstream-resting"]);

/** Who answers and who does not: the browser's own line, Switchboard's server and the API are three different things. */
export function freshnessOf({ isOnline, line, lately }: Known): Freshness {
  const { code } = lately.problem ?? {};
  if (!isOnline || code === "offline")
    return { lamp: "fault", words: "Browser offline", detail: "This browser has no line to Switchboard." };
  if (code === "switchboard-unreachable" || code === "draining")
    return {
      lamp: "fault",
      words: "Switchboard not answering",
      detail: "Switchboard's own server is not answering. The API may be in order.",
    };
  if (code === "storage_down")
    return { lamp: "fault", words: "Storage not answering", detail: "Switchboard's own storage is not answering." };
  if (code === "upstream-auth")
    return { lamp: "fault", words: "API refuses the key", detail: "The API refused Switchboard's key." };
  if (code !== undefined && unanswered.has(code)) return silent(lately.problem?.message);
  if (!line) return { lamp: "idle", words: "Asking the API" };
  if (line.is_answering) return { lamp: "ok", words: "API answering" };
  return silent(line.last_problem ?? undefined);
}

const silent = (detail = "The API is not answering."): Freshness => ({
  lamp: "fault",
  words: "API not answering",
  detail,
});

export type Lately = {
  /** When something of the API's was last read here, by the browser's clock. */
  readAt: number | undefined;
  /** The newest failure, where nothing was read since. */
  problem: Problem | undefined;
};

type KeptRead = {
  queryKey: readonly unknown[];
  state: { dataUpdatedAt: number; errorUpdatedAt: number; error: unknown };
};

const apiResources = new Set<unknown>(apiOperations.map(resourceOf));

/** How the reads in the cache went of late. */
export function latelyOf(reads: readonly KeptRead[]): Lately {
  const fromApi = reads.filter(({ queryKey }) => apiResources.has(queryKey[0]));
  const readAt = Math.max(0, ...fromApi.map(({ state }) => state.dataUpdatedAt));
  const failed = reads.reduce<KeptRead | undefined>(
    (newest, each) =>
      each.state.error instanceof Problem && each.state.errorUpdatedAt > (newest?.state.errorUpdatedAt ?? 0)
        ? each
        : newest,
    undefined,
  );
  const since = reads.some(({ state, queryKey }) => {
    const isSameLine = !isUpstream(failed?.state.error) || apiResources.has(queryKey[0]);
    return isSameLine && failed !== undefined && state.dataUpdatedAt > failed.state.errorUpdatedAt;
  });
  const error = since ? undefined : failed?.state.error;
  return { readAt: readAt || undefined, problem: error instanceof Problem ? error : undefined };
}

/** Reading something of Switchboard's own says nothing about the API. */
const isUpstream = (error: unknown) => error instanceof Problem && error.code.startsWith("upstream-");
