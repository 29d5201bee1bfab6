import { listReceived } from "@/lib/contract/console/inbox/received";
import { listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { isAllowed, type Role } from "@/lib/contract/operation";
import { parseRange, type TypedIn } from "@/lib/format/parse-range";
import { rangeText, spanText } from "@/lib/format/span-text";
import { looksLikeTime } from "@/lib/format/typed-time";
import type { Entry } from "./palette-entry";

const pages = [
  { op: listDeliveries, path: "/webhooks", title: "Deliveries" },
  { op: listReceived, path: "/webhooks/received", title: "Received events" },
];

/** Links to the deliveries and received events of a typed time, such as "yesterday 14:10". */
export function timeEntries(text: string, role: Role, typed: TypedIn): Entry[] {
  const range = looksLikeTime(text) ? parseRange(text, typed) : undefined;
  if (!range) return [];
  const { zone, ...span } = range;
  const params = new URLSearchParams({ between: spanText(span), ...(zone === undefined ? {} : { tz: zone }) });
  return pages
    .filter(({ op }) => isAllowed(op, role))
    .map(({ path, title }) => ({
      group: "This time",
      key: `time ${path}`,
      icon: "search",
      title: `${title} ${rangeText(span, typed.nowMs, zone ?? typed.timeZone)}`,
      go: { href: `${path}?${params}` },
    }));
}
