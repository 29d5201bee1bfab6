"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import type { LogEntry } from "@/lib/client/webhook-log";

export type PausedUpdatesInput = {
  entries: readonly LogEntry[] | undefined;
  /** Which log this is; another one is shown whole at once. */
  scope: string;
  /** Whether new rows may enter on top without moving a row that someone looks at. */
  mayEnter: () => boolean;
};

type Kept = { scope: string; order: FrozenOrder; last: FrozenOrder };

const MARKED_MS = 5_000;
const nothing: ReadonlySet<string> = new Set();

/** The rows to show: new ones wait until they may enter, and those that came or changed are marked for a while. */
export function usePausedUpdates({ entries, scope, mayEnter }: PausedUpdatesInput) {
  const [kept, setKept] = useState<Kept>();
  const [marked, setMarked] = useState(nothing);

  // Only another answer or another log is a reason to look; scrolling alone lets nothing in.
  const take = useEffectEvent((read: readonly LogEntry[], of: string) => {
    const last = frozenOrderOf(read);
    const isSame = kept?.scope === of;
    const fresh = isSame ? differing(read, kept.last) : nothing;
    if (!isSame || mayEnter()) setKept({ scope: of, order: last, last });
    else setKept({ ...kept, last });
    if (fresh.size > 0) setMarked(fresh);
  });

  useLayoutEffect(() => {
    if (entries) take(entries, scope);
  }, [entries, scope]);

  useEffect(() => {
    if (marked.size === 0) return;
    const timer = setTimeout(() => setMarked(nothing), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  const isHolding = entries && kept?.scope === scope && !isFrozen(entries, kept.order);
  const paused = isHolding ? hold(entries, kept.order) : { shown: entries ?? [], waiting: [] };

  function release() {
    if (!entries) return;
    setMarked(new Set(paused.waiting.map(({ key }) => key)));
    setKept({ scope, order: frozenOrderOf(entries), last: frozenOrderOf(entries) });
  }

  return { ...paused, marked, release };
}

/** The rows as they stand on the screen: which, in which order, and what each said last. */
type FrozenOrder = ReadonlyMap<string, LogEntry>;

export const frozenOrderOf = (entries: readonly LogEntry[]): FrozenOrder =>
  new Map(entries.map((each) => [each.key, each]));

type Held = { shown: LogEntry[]; waiting: LogEntry[] };

/** Keeps rows where they stand while others have come: what is new waits, what changed changes in place. */
export function hold(entries: readonly LogEntry[], frozenOrder: FrozenOrder): Held {
  const now = frozenOrderOf(entries);
  const shown: LogEntry[] = [];
  for (const key of frozenOrder.keys()) {
    const entry = now.get(key);
    if (entry) shown.push(entry);
  }
  return { shown, waiting: entries.filter(({ key }) => !frozenOrder.has(key)) };
}

/** The entries that were not there before, or say something else now. */
export function differing(entries: readonly LogEntry[], before: FrozenOrder): Set<string> {
  const keys = new Set<string>();
  for (const entry of entries) {
    const known = before.get(entry.key);
    if (!known || known.log.status !== entry.log.status || known.log.attempts !== entry.log.attempts)
      keys.add(entry.key);
  }
  return keys;
}

/** Whether the entries stand as they are, so that nothing would move. */
export function isFrozen(entries: readonly LogEntry[], frozenOrder: FrozenOrder): boolean {
  if (entries.length !== frozenOrder.size) return false;
  let at = 0;
  for (const key of frozenOrder.keys()) {
    if (entries[at]?.key !== key) return false;
    at += 1;
  }
  return true;
}
