"use client";

import { useMemo } from "react";
import type { LogEntry, Targets } from "@/lib/client/webhook-log";
import { haystacksOf, type LogMatches, matchLog } from "./match-log";
import type { Desk } from "./use-desk";

/** What the filters leave of the chosen webhook's log. Worked out once, however many parts ask. */
export function useMatches(desk: Pick<Desk, "own" | "filter" | "targets">): LogMatches | undefined {
  const { own, filter, targets } = desk;
  return useMemo(() => {
    if (!own) return undefined;
    const known = kept.get(own);
    if (known?.filter === filter && known.targets === targets) return known.matches;
    const haystacks = filter.text === undefined ? undefined : haystacksFor(own.entries, targets);
    const matches = matchLog(own.entries, { filter, readMs: own.readMs, haystacks });
    kept.set(own, { filter, targets, matches });
    return matches;
  }, [own, filter, targets]);
}

type Kept = Pick<Desk, "filter" | "targets"> & { matches: LogMatches };
const kept = new WeakMap<NonNullable<Desk["own"]>, Kept>();

const haystacks = new WeakMap<readonly LogEntry[], { targets: Targets; texts: string[] }>();

function haystacksFor(entries: readonly LogEntry[], targets: Targets): string[] {
  const known = haystacks.get(entries);
  if (known?.targets === targets) return known.texts;
  const texts = haystacksOf(entries, targets);
  haystacks.set(entries, { targets, texts });
  return texts;
}
