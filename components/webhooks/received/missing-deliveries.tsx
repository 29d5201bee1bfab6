import { TableFoot } from "@/components/data-table/table-foot";
import { TextLink } from "@/components/ui/buttons/link";
import { StateSection } from "@/components/ui/page/state-message";
import { countOf, formatCount } from "@/lib/format/format-count";
import { shortenId } from "@/lib/format/format-raw";
import type { ReceivedState } from "./use-received";

export function MissingDeliveries({ received: { match } }: { received: ReceivedState }) {
  if (!match) return null;
  const { log_only, log_only_keys } = match;
  if (log_only === 0)
    return (
      <StateSection kind="empty" heading="Nothing is missing">
        Every delivery in the log of this time arrived here.
      </StateSection>
    );
  return (
    <>
      <ul className="border-t border-rule" aria-label="Deliveries that did not arrive">
        {log_only_keys.map((key) => (
          <li key={key} className="border-b border-rule px-(--gutter) py-1.5 font-mono text-sm/5">
            <TextLink href={`/webhooks?${new URLSearchParams({ entry: key })}`} title={key}>
              {shortenId(key)}
            </TextLink>
          </li>
        ))}
      </ul>
      <TableFoot>
        {log_only > log_only_keys.length && `The newest ${formatCount(log_only_keys.length)} of `}
        {countOf(log_only, "delivery", "deliveries")} in the log did not arrive. Switchboard may have been stopped, or
        /hooks/ may be closed in a proxy.
      </TableFoot>
    </>
  );
}
