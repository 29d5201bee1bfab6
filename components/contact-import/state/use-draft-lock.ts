import { useEffect, useState } from "react";
import { clock } from "@/lib/clock";

/** `isOwn`: this tab stores the list. `isShared`: another tab has a list for the same campaign open. */
export type DraftLock = { isOwn: boolean; isShared: boolean };

type TabMessage = { kind: "opened" | "present" | "closed"; openedAt: number };

/**
 * Lets only the tab that opened a list last store it, so that an earlier one does not overwrite its changes. Undefined
 * while no list is open.
 */
export function useDraftLock(name: string, isOn: boolean): DraftLock | undefined {
  const [lock, setLock] = useState<DraftLock>();

  useEffect(() => {
    if (!isOn) return;
    const channel = new BroadcastChannel(name);
    // The fraction decides between tabs that a browser restores at the same time.
    const openedAt = clock.nowMs() + Math.random();
    const send = (kind: TabMessage["kind"]) => channel.postMessage({ kind, openedAt } satisfies TabMessage);
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === "opened") send("present");
      setLock((before) => ({
        isOwn: before?.isOwn !== false && (data.kind === "closed" || data.openedAt < openedAt),
        isShared: data.kind !== "closed",
      }));
    };
    const close = () => send("closed");
    window.addEventListener("pagehide", close);
    setLock({ isOwn: true, isShared: false });
    send("opened");
    return () => {
      window.removeEventListener("pagehide", close);
      close();
      channel.close();
      setLock(undefined);
    };
  }, [name, isOn]);

  return lock;
}
