import type { QueryClient } from "@tanstack/react-query";
import { beginNotes, mayNotify, noteAlerts } from "@/lib/client/alert-notes";
import { joinStream } from "@/lib/client/event-stream";
import { createLiveQueries } from "@/lib/client/live-queries";
import { keyOf } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { listAlerts } from "@/lib/contract/console/alerts";
import { getMe } from "@/lib/contract/console/me";
import { getSummary, resourceIn } from "@/lib/contract/console/summary";
import { resourceOf } from "@/lib/contract/operation";

/** Polling interval while the event stream has been down for longer than `downForMs`. */
const pollMs = 15_000;
const downForMs = 30_000;

/** Keeps the queries of this tab up to date from the event stream. Returns a function that stops it. */
export function goLive(client: QueryClient, { account, since }: { account: string; since: number }) {
  const queries = createLiveQueries(client);
  let isUp = false;
  let downAtMs = performance.now();
  let wasUp = false;

  const leave = joinStream({
    account,
    since,
    onHeard(update) {
      if (isUp && !update.isUp) downAtMs = performance.now();
      // A role change closes the stream, so refetch the user after a reconnect.
      if (!isUp && update.isUp && wasUp) queries.changed(["me"]);
      isUp = update.isUp;
      wasUp ||= isUp;
      const { keys, summary } = update;
      if (summary) client.setQueryData(keyOf(getSummary, {}), answerOf({ data: summary }));
      if (keys) queries.changed(keys);
      if (keys?.some((key) => resourceIn(key) === resourceOf(listAlerts)) && mayNotify())
        void noteAlerts().catch(ignoreFailedNotes);
    },
    onBroken: () => void client.invalidateQueries({ queryKey: keyOf(getMe, {}) }),
  });
  void beginNotes().catch(ignoreFailedNotes);
  const polling = setInterval(() => {
    if (!isUp && performance.now() - downAtMs > downForMs) queries.poll();
  }, pollMs);
  document.addEventListener("visibilitychange", queries.resume);
  return () => {
    leave();
    clearInterval(polling);
    document.removeEventListener("visibilitychange", queries.resume);
  };
}

/** Browser notifications are an extra: the page shows the same alerts. */
const ignoreFailedNotes = () => undefined;

const answerOf = (raw: unknown) => ({ raw, drift: [], status: 200, requestId: "", readAt: clock.now().toISOString() });
