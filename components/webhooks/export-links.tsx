import { ExportLink } from "@/components/query/export-link";
import { useMay } from "@/components/query/use-me";
import { menuItemClass, menuNoteClass } from "@/components/ui/overlay/layer-class";
import { exportReceived } from "@/lib/contract/console/inbox/received";
import { exportDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { onlyWordIn } from "@/lib/contract/console/webhook-log/words";
import type { WebhookLogState } from "./use-webhook-log";

const formats = [
  { format: "csv", label: "CSV, for a spreadsheet" },
  { format: "jsonl", label: "JSON Lines, with every field" },
] as const;

type ExportLinksProps = { input: WebhookLogState["input"]; counts: string };

export function ExportLinks({ input, counts }: ExportLinksProps) {
  const events = eventsInput(input);
  const mayExportEvents = useMay(exportReceived);
  return (
    <>
      <p className={menuNoteClass}>{counts}, as filtered, times in UTC</p>
      {formats.map(({ format, label }) => (
        <ExportLink key={format} op={exportDeliveries} input={{ ...input, format }} className={menuItemClass}>
          {label}
        </ExportLink>
      ))}
      {mayExportEvents && events && (
        <ExportLink op={exportReceived} input={events} className={menuItemClass}>
          Events that arrived here, with call and number
        </ExportLink>
      )}
    </>
  );
}

const matches = { yes: "yes", not_in_log: "no", arrived: undefined } as const;

/** Filters of the log as those of events; undefined if events lack one of them. */
export function eventsInput({
  text,
  event,
  call_id,
  campaign_id,
  from,
  to,
  here,
  ...others
}: WebhookLogState["input"]) {
  const name = onlyWordIn(event);
  if ((event !== undefined && name === undefined) || Object.values(others).some((value) => value !== undefined))
    return undefined;
  if (here === "no" || here === "waiting" || here === "several") return undefined;
  const matched = here && matches[here];
  const input = { text, event: name, call_id, campaign_id, matched, from, to };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
