import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/** False on the server and in the first browser render, true afterwards. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
