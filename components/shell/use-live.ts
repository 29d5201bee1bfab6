"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { hydrated } from "@/components/query/reads-boundary";
import { presenceHeaders } from "@/lib/client/presence";

const presenceIntervalMs = 30_000;

/** Live updates for this tab, and its presence reports. `since`: when the server rendered the page, in ms. */
export function useLive({ account, since }: { account: string; since: number }) {
  const client = useQueryClient();
  const path = usePathname();
  useEffect(() => {
    let leave: (() => void) | undefined = () => undefined;
    void hydrated.then(loadLive).then(({ goLive }) => {
      leave &&= goLive(client, { account, since });
    });
    return () => {
      leave?.();
      leave = undefined;
    };
  }, [client, account, since]);
  useEffect(() => reportPresence(path), [path]);
}

const retryMs = 5_000;

/** Loads the live chunk, with retries. */
async function loadLive(): Promise<typeof import("./go-live")> {
  return import("./go-live").catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return loadLive();
  });
}

/** Reports the visible page, so that the server polls its data more often. Hidden tabs report nothing. */
function reportPresence(path: string) {
  const report = () => {
    if (document.visibilityState !== "visible") return;
    const headers = { "content-type": "application/json", "x-switchboard": "1", ...presenceHeaders() };
    void fetch("/api/events", { method: "POST", headers, body: JSON.stringify({ looking: [path] }) }).catch(() => {
      // The next report follows within 30 s.
    });
  };
  report();
  const timer = setInterval(report, presenceIntervalMs);
  document.addEventListener("visibilitychange", report);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", report);
  };
}
