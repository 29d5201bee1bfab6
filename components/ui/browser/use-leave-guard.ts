import { useEffect } from "react";

export function useLeaveGuard(isOn: boolean) {
  useEffect(() => (isOn ? askBeforeUnload() : undefined), [isOn]);
}

/** Asks before unload until the returned function is called. For work that outlives a component. */
export function askBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
