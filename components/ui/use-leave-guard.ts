"use client";

import { useEffect } from "react";

/** Asks before the tab is closed or reloaded while something would be lost. */
export function useLeaveGuard(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOn]);
}
