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

/** While the stream is down, and only once it was for a while, what is shown is asked for by itself. */
const pollMs = 15_000;
const downForMs = 30_000;

/** Keeps what this tab shows up to date with the stream, until it is left. */
export function goLive(client: QueryClient, { account, since }: { account: string; since: number }) {
  const queries = createLiveQueries(client);
  let isUp = false;
  let downAtMs = performance.now();
  let wasUp = false;

  const leave = joinStream({
    account,
    since,
    onHeard(heard) {
      if (isUp && !heard.isUp) downAtMs = performance.now();
      // The role may be another: a stream ends with it.
      if (!isUp && heard.isUp && wasUp) queries.changed(["me"]);
      isUp = heard.isUp;
      wasUp ||= isUp;
      const { keys, summary } = heard;
      if (summary) client.setQueryData(keyOf(getSummary, {}), answerOf({ data: summary }));
      if (keys) queries.changed(keys);
      if (keys?.some((key) => resourceIn(key) === resourceOf(listAlerts)) && mayNotify())
        void noteAlerts().catch(() => undefined);
    },
    onBroken: () => void client.invalidateQueries({ queryKey: keyOf(getMe, {}) }),
  });
  void beginNotes().catch(() => undefined);
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

const answerOf = (raw: unknown) => ({ raw, drift: [], status: 200, requestId: "", readAt: clock.now().toISOString() });
