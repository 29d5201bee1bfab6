"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { takenOver } from "@/components/query/reads-boundary";
import { beginNotes, mayNote, noteAlerts } from "@/lib/client/alert-notes";
import { joinStream } from "@/lib/client/event-stream";
import { createLiveQueries } from "@/lib/client/live-queries";
import { keyOf } from "@/lib/client/query";
import { listAlerts } from "@/lib/contract/console/alerts";
import { getMe } from "@/lib/contract/console/me";
import { getSummary, resourceIn } from "@/lib/contract/console/summary";
import { resourceOf } from "@/lib/contract/operation";

/** While the stream is down, and only once it was for a while, what is shown is asked for by itself. */
const pollMs = 15_000;
const downForMs = 30_000;

const looksAgainMs = 30_000;

/** Keeps what this tab shows as the stream tells of it, and says what it shows. `since`: when the server made the page. */
export function useLive({ account, since }: { account: string; since: number }) {
  const client = useQueryClient();
  const path = usePathname();
  useEffect(() => {
    let leave: (() => void) | undefined = () => undefined;
    void takenOver.then(() => {
      leave &&= goLive(client, { account, since });
    });
    return () => {
      leave?.();
      leave = undefined;
    };
  }, [client, account, since]);
  useEffect(() => beSeen(path), [path]);
}

function goLive(client: QueryClient, { account, since }: { account: string; since: number }) {
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
      if (!isUp && heard.isUp && wasUp) queries.tell(["me"]);
      isUp = heard.isUp;
      wasUp ||= isUp;
      const { keys, summary } = heard;
      if (summary) client.setQueryData(keyOf(getSummary, {}), told({ data: summary }));
      if (keys) queries.tell(keys);
      if (keys?.some((key) => resourceIn(key) === resourceOf(listAlerts)) && mayNote())
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

const told = (raw: unknown) => ({ raw, drift: [], status: 200, requestId: "", readAt: new Date().toISOString() });

/** Tells the server which page somebody has before their eyes: what is looked at is read more often. A hidden tab is silent. */
function beSeen(path: string) {
  const look = () => {
    if (document.visibilityState !== "visible") return;
    const headers = { "content-type": "application/json", "x-switchboard": "1" };
    void fetch("/api/events", { method: "POST", headers, body: JSON.stringify({ looking: [path] }) }).catch(() => {});
  };
  look();
  const looking = setInterval(look, looksAgainMs);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(looking);
    document.removeEventListener("visibilitychange", look);
  };
}
