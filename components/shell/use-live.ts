"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { takenOver } from "@/components/query/reads-boundary";
import { presenceHeaders } from "@/lib/client/presence";

const looksAgainMs = 30_000;

/** Keeps what this tab shows as the stream tells of it, and says what it shows. `since`: when the server made the page. */
export function useLive({ account, since }: { account: string; since: number }) {
  const client = useQueryClient();
  const path = usePathname();
  useEffect(() => {
    let leave: (() => void) | undefined = () => undefined;
    void takenOver.then(fetchLive).then(({ goLive }) => {
      leave &&= goLive(client, { account, since });
    });
    return () => {
      leave?.();
      leave = undefined;
    };
  }, [client, account, since]);
  useEffect(() => beSeen(path), [path]);
}

const againMs = 5_000;

/** What could not be fetched is asked for again. */
async function fetchLive(): Promise<typeof import("./go-live")> {
  return import("./go-live").catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, againMs));
    return fetchLive();
  });
}

/** Tells the server which page somebody has before their eyes: what is looked at is read more often. A hidden tab is silent. */
function beSeen(path: string) {
  const look = () => {
    if (document.visibilityState !== "visible") return;
    const headers = { "content-type": "application/json", "x-switchboard": "1", ...presenceHeaders() };
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
