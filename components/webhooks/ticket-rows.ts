import type { Target } from "@/lib/client/webhook-log";
import type { ArrivedEvent, Delivery } from "@/lib/contract/console/webhook-log/deliveries";
import { countOf } from "@/lib/format/format-count";
import { formatClock, formatDay, namedZone, type Zone } from "@/lib/format/format-time";
import { inBothClocks, type TicketLine } from "@/lib/format/ticket-lines";
import { offsetAt } from "@/lib/format/zoned-time";
import { firstSeenText, stateWords } from "./log-cells";
import { outcomeText } from "./outcome-words";

type RowsInput = {
  rows: readonly Delivery[];
  targets: ReadonlyMap<string, Target>;
  /** Zone of the times in brackets beside UTC. */
  zone: string;
};

/** Deliveries by webhook and day. Webhook, day and zones are named once, above their lines. */
export function rowLines({ rows, targets, zone }: RowsInput): TicketLine[] {
  const groups = new Map<string, Delivery[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.webhook_id, dayOf(row)]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((group): TicketLine[] => {
    const [first] = group;
    if (!first) return [];
    const hasOther = !first.is_older && offsetAt(momentOf(first), zone) !== 0;
    const head = [dayOf(first), ...(first.is_older ? [] : [`times in UTC${hasOther ? ` (${zone})` : ""}`])].join(", ");
    return [
      [`To ${targetText(targets.get(first.webhook_id ?? ""), first.webhook_id)}`, head],
      ...group.map((row): TicketLine => [`- ${row.is_older ? "?" : timesOf(row, zone)}`, factsOf(row)]),
    ];
  });
}

const momentOf = ({ at, first_seen_at }: Delivery) => Date.parse(at ?? first_seen_at);

const dayOf = (row: Delivery) => (row.is_older ? unknownTime : formatDay(momentOf(row), "utc"));

export const unknownTime = "unknown, from before Switchboard was watching";

/** "06:10:00 (07:10:00), arrived 06:17:00 (07:17:00)". */
function timesOf(row: Delivery, zone: string): string {
  const { delivered_at, late_seconds } = row;
  const both = (textIn: (zone: Zone) => string) => {
    const [utc, other] = [textIn("utc"), textIn(namedZone(zone))];
    return utc === other ? utc : `${utc} (${other})`;
  };
  const clockOf = (iso: string) => both((shown) => formatClock(Date.parse(iso), shown));
  if (delivered_at !== null && late_seconds === null) return clockOf(delivered_at);
  const seen = both((shown) => firstSeenText(row, shown));
  return delivered_at === null ? seen : `${seen}, arrived ${clockOf(delivered_at)}`;
}

function factsOf(row: Delivery): string {
  const { event, status, attempts, key } = row;
  const facts = [
    outcomeText(row),
    ...(attempts === null ? [] : [countOf(attempts, "attempt")]),
    event ?? "no event",
    ...(status === null ? ["no status"] : [`status ${status}`]),
    `ID ${key}`,
  ];
  return facts.join(", ");
}

/** Events that arrived here and have no delivery in the log. */
export const eventLines = (events: readonly ArrivedEvent[], zone: string): TicketLine[] =>
  events.map(({ at, name, state, call_id, address }) => [
    `Arrived here at ${address}, ${stateWords[state ?? "not_in_log"].text}`,
    [inBothClocks(Date.parse(at), zone), name ?? "no name", ...(call_id ? [`call ${call_id}`] : [])].join(", "),
  ]);

export const targetText = (target: Target | undefined, webhook_id: string | null) =>
  target ? target.host + target.path : `unknown webhook ${webhook_id ?? "(no ID sent)"}`;
