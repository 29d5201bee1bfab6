"use client";

import { useMemo } from "react";
import { useZone } from "@/components/ui/zone";
import type { LogEntry } from "@/lib/client/webhook-log";
import { count } from "./count";
import { useLogReading } from "./desk-context";
import { formatMoment } from "./format-moment";
import { statusOf } from "./match-log";
import { neighborsOf } from "./neighbors";

type NeighborStripProps = { entries: readonly LogEntry[]; entry: LogEntry; readMs: number };

/** Up to twenty entries of the same webhook, oldest first, with this one framed. */
export function NeighborStrip({ entries, entry, readMs }: NeighborStripProps) {
  const zone = useZone();
  const reading = useLogReading();
  const near = useMemo(() => neighborsOf(entries, entry), [entries, entry]);
  const missed = near.filter(({ isDelivered }) => !isDelivered).length;
  const end = (each: LogEntry | undefined) =>
    each?.atMs === undefined ? "no time" : formatMoment(each.atMs, zone, readMs);

  if (entry.atMs === undefined)
    return <p className="note">No time was sent with this entry, so nothing says what came around it.</p>;
  if (near.length < 2) return <p className="note">No other entry of this webhook was read.</p>;
  return (
    <>
      <div className="near" role="img" aria-label={`${near.length} entries of this webhook: ${statusWords(near)}`}>
        {near.map((each) => (
          <i
            key={each.key}
            className={`${reading("status", each.log.status)} ${each.key === entry.key ? "me" : ""}`}
            title={`${end(each)}, ${statusOf(each)}`}
          />
        ))}
      </div>
      <div className="near-x note">
        <span>{end(near[0])}</span>
        <span>
          {missed} of {count(near.length, "entry", "entries")} not delivered
        </span>
        <span>{end(near.at(-1))}</span>
      </div>
    </>
  );
}

function statusWords(entries: readonly LogEntry[]): string {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(statusOf(entry), (counts.get(statusOf(entry)) ?? 0) + 1);
  return [...counts].map(([word, times]) => `${times} ${word}`).join(", ");
}
