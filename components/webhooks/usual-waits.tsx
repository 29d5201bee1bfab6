import type { WebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import { formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";

/** A wait that was seen less often says nothing about the next one. */
const leastSeen = 20;

export const waitsIn = (retries: WebhookFigures["retries"]) => retries.filter(({ count }) => count >= leastSeen);

export function WaitTable({ waits }: { waits: WebhookFigures["retries"] }) {
  return (
    <table className="w-full [&_:is(td,th)]:not-first:text-right [&_td]:border-t [&_td]:border-rule [&_td]:py-0.5">
      <thead>
        <tr className="text-left text-sm text-ink-3">
          {["Attempt", "Usual wait", "Seen"].map((name) => (
            <th key={name} scope="col" className="font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {waits.map(({ attempt, count, median_seconds }) => (
          <tr key={attempt}>
            <td>{formatCount(attempt)}</td>
            <td>{formatSpan(Math.round(median_seconds), true)}</td>
            <td>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
