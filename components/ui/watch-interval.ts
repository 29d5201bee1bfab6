/** What a watched read knows of itself. */
export type WatchedState = { status: "pending" | "error" | "success"; dataUpdatedAt: number; errorUpdatedAt: number };

const leastMs = 5_000;
const mostMs = 30_000;

/** How long to wait before the next read: 5 s, and after faults as long as they have lasted, up to 30 s. */
export function watchInterval({ status, dataUpdatedAt, errorUpdatedAt }: WatchedState): number {
  if (status !== "error") return leastMs;
  const faultMs = dataUpdatedAt === 0 ? mostMs : errorUpdatedAt - dataUpdatedAt;
  return Math.min(mostMs, Math.max(leastMs, faultMs));
}
