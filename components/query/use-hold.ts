import { useState } from "react";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { useNow } from "@/components/ui/time/use-now";
import { heldValue, holdParameter } from "@/lib/client/hold";

/** While a page is held, nothing on it changes by itself. The address of the page keeps it. */
export function useHold() {
  const url = useUrlState();
  const isHeld = url.get(holdParameter) === heldValue;
  return {
    isHeld,
    toggle: () => url.set({ [holdParameter]: isHeld ? undefined : heldValue }, { replaces: true }),
  };
}

/** Current time in ms for the time range of a list. It stands still while the page is held. */
export function useHeldNow(stepMs: number): number | undefined {
  const { isHeld } = useHold();
  const nowMs = useNow(stepMs);
  const [heldMs, setHeldMs] = useState(nowMs);
  if (!isHeld && heldMs !== nowMs) setHeldMs(nowMs);
  return isHeld ? heldMs : nowMs;
}

/** Options of a read of the frame, which goes on while the page is held. */
export const staysLive = <Read extends { meta?: Record<string, unknown> | undefined }>(options: Read) => ({
  ...options,
  meta: { ...options.meta, staysLive: true },
});
