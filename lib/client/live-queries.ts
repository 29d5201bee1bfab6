import type { Query, QueryClient } from "@tanstack/react-query";
import { clock } from "@/lib/clock";
import { isMeant } from "@/lib/contract/console/summary";
import { announcedKeys } from "./query";

/**
 * Reads again what was announced as changed: one read at a time, and only while the tab is seen. What nobody shows is
 * stale, and is read when it is shown again.
 */
export function createLiveQueries(client: QueryClient, isSeen = () => document.visibilityState === "visible") {
  const waiting = new Set<string>();
  let isWorking = false;

  async function work() {
    if (isWorking) return;
    isWorking = true;
    while (waiting.size > 0 && isSeen()) {
      const keys = [...waiting];
      waiting.clear();
      const isStale = (query: Query) => !isPaused(query) && keys.some((key) => isMeant(key, partsOf(query)));
      const shown = client.getQueryCache().findAll({ type: "active", predicate: isStale });
      confirm(keys);
      await client.invalidateQueries({ predicate: isStale, refetchType: "none" });
      for (const query of shown) await readAgain(query).catch(() => undefined);
    }
    isWorking = false;
  }

  /** What was read again elsewhere and is as it was: what this tab read of the same record is as new as that. */
  function confirm(keys: readonly string[]) {
    const records = keys.filter((key) => isReread.test(key)).map((key) => key.replace(isReread, "$1"));
    const isSame = (query: Query) =>
      query.meta?.isOfPlatform === true && !isPaused(query) && records.some((key) => isMeant(key, partsOf(query)));
    for (const { queryKey, state } of client.getQueryCache().findAll({ type: "active", predicate: isSame }))
      if (state.status === "success" && !state.isInvalidated)
        client.setQueryData(queryKey, (data: unknown) => data, { updatedAt: clock.nowMs() });
  }

  /** What is on its way already was perhaps asked for before the change. */
  async function readAgain(query: Query) {
    if (!query.isActive() || !query.state.isInvalidated) return;
    announcedKeys.add(query.queryKey);
    try {
      await client.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: true });
    } finally {
      announcedKeys.delete(query.queryKey);
    }
  }

  return {
    changed(keys: readonly string[]) {
      for (const key of keys) waiting.add(key);
      void work();
    },
    /** Reads what has waited for the tab to be seen. */
    resume: () => void work(),
    /** While the stream is down, all that is shown and well is asked for again; what failed asks by itself. */
    poll() {
      const isWell = ({ state }: Query) => state.status === "success";
      const shown = client.getQueryCache().findAll({ type: "active", predicate: isWell });
      this.changed([...new Set(shown.map((query) => partsOf(query).resource))]);
    },
  };
}

/** One operation of one record, as the collector announces it: see `StreamMessage`. */
const isReread = /^([^. ]+)\.[^ ]+(?= )/;

const partsOf = ({ queryKey: [resource, verb, input] }: Query) => ({
  resource: String(resource),
  verb: String(verb),
  input,
});

/** Somebody holds still what it shows. */
const isPaused = ({ meta }: Query) => meta?.isPaused === true;
