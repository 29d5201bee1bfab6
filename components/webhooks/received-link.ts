import type { GetParam } from "@/components/list/list-spec";
import { eventKey } from "@/lib/contract/console/webhook-log/deliveries";
import type { HereFilter } from "@/lib/contract/console/webhook-log/filter";

const heres: Readonly<Record<string, HereFilter>> = { yes: "yes", no: "not_in_log", more: "several", missing: "no" };

const kept = ["text", "event", "campaign", "call", "time", "between", "tz"] as const;

/** What a link to the earlier page of received events shows now. */
export function receivedLink(get: GetParam): string {
  const tab = get("tab");
  if (tab === "refused" || tab === "other") return "/webhooks/address#refused";
  const entry = get("entry");
  const params = new URLSearchParams({ here: heres[get("matched") ?? ""] ?? "arrived" });
  for (const name of kept) {
    const value = get(name);
    if (value) params.set(name, value);
  }
  if (entry) params.set("entry", eventKey(entry));
  return `/webhooks?${params}`;
}
