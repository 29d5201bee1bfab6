import { Problem } from "@/lib/contract/problem";

/** What a watched read knows of itself. */
export type WatchedState = { error: unknown; dataUpdatedAt: number; errorUpdatedAt: number };

const leastMs = 5_000;
const neverReadMs = 15_000;

/** How long to wait before the next read: 5 s; after faults as long as they have lasted, or as the API asked for. */
export function watchInterval({ error, dataUpdatedAt, errorUpdatedAt }: WatchedState, mostMs = 30_000): number {
  if (!error) return leastMs;
  const askedForMs = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const faultMs = dataUpdatedAt === 0 ? neverReadMs : errorUpdatedAt - dataUpdatedAt;
  return Math.max(askedForMs, leastMs, Math.min(mostMs, faultMs));
}
