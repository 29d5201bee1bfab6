import { useQuery } from "@tanstack/react-query";
import { read } from "@/lib/client/query";
import type { DeliveryDetails } from "@/lib/contract/console/webhook-log/deliveries";
import { getWebhookFigures, type WebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import { isOpenOutcome } from "@/lib/contract/console/webhook-log/filter";
import { formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";

/** A wait that was seen less often says nothing about the next one. */
const leastSeen = 20;

export function UsualWaits({ entry: { webhook_id, attempts, outcome } }: { entry: DeliveryDetails }) {
  const isTriedAgain = (attempts ?? 0) > 1 || isOpenOutcome(outcome);
  const figures = useQuery({
    ...read(getWebhookFigures, { webhook_id: webhook_id ?? "" }),
    enabled: isTriedAgain && webhook_id !== null,
  });
  const waits = waitsIn(figures.data?.value.retries ?? []);
  if (!isTriedAgain || waits.length === 0) return null;
  return (
    <section>
      <h3>Usual waits of this webhook</h3>
      <WaitTable waits={waits} />
    </section>
  );
}

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
