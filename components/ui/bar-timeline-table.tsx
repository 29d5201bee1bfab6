"use client";

import { formatTick } from "@/lib/format/format-time";
import type { TimelineBucket } from "./timeline-buckets";
import { useZone } from "./zone";

export type BarTimelineTableProps = { label: string; buckets: readonly TimelineBucket[] };

export function BarTimelineTable({ label, buckets }: BarTimelineTableProps) {
  const zone = useZone();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="tl-table" aria-label={`${label}, as a table`} tabIndex={0}>
      <table className="tbl compact">
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col" className="num">
              Delivered
            </th>
            <th scope="col" className="num">
              Retried
            </th>
            <th scope="col" className="num">
              Not delivered
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.fromMs}>
              <td>{formatTick(bucket.fromMs, zone)}</td>
              <td className="num">{bucket.delivered}</td>
              <td className="num">{bucket.again}</td>
              <td className="num">{bucket.notDelivered}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
