import { eventKey } from "./deliveries";
import type { HereFilter } from "./filter";

const heres: Readonly<Record<string, HereFilter>> = { yes: "yes", no: "not_in_log", more: "several", missing: "no" };

const kept = ["text", "event", "campaign", "call", "time", "between", "tz"] as const;

/** Maps an old link to the page of received events to the log's filter. */
export function receivedLink(get: (name: string) => string | undefined): string {
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

type SavedView = { page: string; name: string; search: string };

/** A saved view of the earlier page as one of the log. */
export function currentView<View extends SavedView>(view: View): View {
  if (view.page !== "received") return view;
  const params = new URLSearchParams(view.search);
  const [, search = "here=arrived"] = receivedLink((name) => params.get(name) ?? undefined).split("?");
  return { ...view, page: "webhooks", search };
}
