"use client";

import { useEffect } from "react";

/** Asks before the tab is closed or reloaded while something would be lost. */
export function useLeaveGuard(isOn: boolean) {
  useEffect(() => (isOn ? askBeforeUnload() : undefined), [isOn]);
}

/** The same for what outlives a page. It asks until the function it answers is called. */
export function askBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
