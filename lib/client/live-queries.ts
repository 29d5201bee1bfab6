import type { Query, QueryClient } from "@tanstack/react-query";
import { clock } from "@/lib/clock";
import { isMeant } from "@/lib/contract/console/summary";
import { isHeld as isPageHeld } from "./hold";
import { announcedKeys } from "./query";

type LiveQueries = { isVisible?: () => boolean; isHeld?: () => boolean };

/**
 * Refetches queries whose data was announced as changed, one at a time and only while the tab is visible. Queries that
 * no component shows are invalidated and refetched when shown. While a person holds the page, only queries of the frame
 * are, which have `meta.staysLive`.
 */
export function createLiveQueries(
  client: QueryClient,
  { isVisible = () => document.visibilityState === "visible", isHeld = isPageHeld }: LiveQueries = {},
) {
  const pendingKeys = new Set<string>();
  const heldKeys = new Set<string>();
  let isRunning = false;

  const isPaused = (query: Query) => query.isActive() && query.meta?.staysLive !== true && isHeld();

  async function refetchPending() {
    if (isRunning) return;
    isRunning = true;
    while (pendingKeys.size > 0 && isVisible()) {
      const keys = [...pendingKeys];
      pendingKeys.clear();
      const isStale = (query: Query) => !isPaused(query) && keys.some((key) => isMeant(key, partsOf(query)));
      const shown = client.getQueryCache().findAll({ type: "active", predicate: isStale });
      refreshTimestamps(client, keys, isPaused);
      await client.invalidateQueries({ predicate: isStale, refetchType: "none" });
      for (const query of shown) await refetch(client, query);
    }
    isRunning = false;
  }

  return {
    changed(keys: readonly string[]) {
      for (const key of keys) {
        pendingKeys.add(key);
        if (isHeld()) heldKeys.add(key);
      }
      void refetchPending();
    },
    /** Refetches what was announced while the tab was hidden or the page held. */
    resume() {
      if (!isHeld()) {
        for (const key of heldKeys) pendingKeys.add(key);
        heldKeys.clear();
      }
      void refetchPending();
    },
    /** Refetches all shown successful queries while the stream is down. Failed queries recover on their own. */
    poll() {
      const isSuccessful = ({ state }: Query) => state.status === "success";
      const shown = client.getQueryCache().findAll({ type: "active", predicate: isSuccessful });
      this.changed([...new Set(shown.map((query) => partsOf(query).resource))]);
    },
  };
}

/** If the server has refetched one operation of a record, data of its unchanged operations counts as fresh too. */
function refreshTimestamps(client: QueryClient, keys: readonly string[], isPaused: (query: Query) => boolean) {
  const records = keys.filter((key) => operationKey.test(key)).map((key) => key.replace(operationKey, "$1"));
  const isSame = (query: Query) =>
    query.meta?.isOfPlatform === true && !isPaused(query) && records.some((key) => isMeant(key, partsOf(query)));
  for (const { queryKey, state } of client.getQueryCache().findAll({ type: "active", predicate: isSame }))
    if (state.status === "success" && !state.isInvalidated)
      client.setQueryData(queryKey, (data: unknown) => data, { updatedAt: clock.machineMs() });
}

/** A request in flight may predate the change, so it is cancelled. */
async function refetch(client: QueryClient, query: Query) {
  if (!query.isActive() || !query.state.isInvalidated) return;
  announcedKeys.add(query.queryKey);
  try {
    await client.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: true });
  } finally {
    announcedKeys.delete(query.queryKey);
  }
}

/** Key of one operation of one record, as the collector announces it (see `StreamMessage`). */
const operationKey = /^([^. ]+)\.[^ ]+(?= )/;

const partsOf = ({ queryKey: [resource, verb, input] }: Query) => ({
  resource: String(resource),
  verb: String(verb),
  input,
});
