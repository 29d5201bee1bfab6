import { useSyncExternalStore } from "react";

export type RunningUpload = { campaign_id: string; fileName: string; percent: number };

let running: RunningUpload | undefined;
const listeners = new Set<() => void>();

export function setRunningUpload(upload: RunningUpload | undefined): void {
  const isSame = upload?.campaign_id === running?.campaign_id && upload?.percent === running?.percent;
  if (isSame) return;
  running = upload;
  for (const onChange of listeners) onChange();
}

export const useRunningUpload = () =>
  useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    () => running,
    () => undefined,
  );
