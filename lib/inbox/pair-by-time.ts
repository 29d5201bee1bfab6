/** A delivery in the log, or an event that arrived. */
export type LogSide = { id: string; event: string; atMs: number };

export const withinMs = 5_000;

/**
 * Pairs deliveries and events with one name whose times are near, after the difference of the clocks. Each belongs to one other at
 * most, and the oldest are paired first.
 */
export function pairByTime(log: readonly LogSide[], events: readonly LogSide[], differenceMs: number) {
  const byName = new Map<string, LogSide[]>();
  for (const event of events.toSorted(byTime)) {
    const waiting = byName.get(event.event);
    if (waiting) waiting.push(event);
    else byName.set(event.event, [event]);
  }
  return log.toSorted(byTime).flatMap((entry) => {
    const waiting = byName.get(entry.event) ?? [];
    const gapOf = (event: LogSide) => event.atMs - differenceMs - entry.atMs;
    // Both sides are in the order of time, so events before the window fit no later entry.
    while (waiting[0] && gapOf(waiting[0]) < -withinMs) waiting.shift();
    const event = waiting[0];
    if (!event || gapOf(event) > withinMs) return [];
    waiting.shift();
    return [{ key: entry.id, event: event.id }];
  });
}

const byTime = (a: LogSide, b: LogSide) => a.atMs - b.atMs;
