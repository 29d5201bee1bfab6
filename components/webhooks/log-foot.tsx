import { ListFoot } from "@/components/list/list-foot";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Popover } from "@/components/ui/overlay/popover";
import { useZone } from "@/components/ui/time/zone";
import { watchedText } from "@/lib/client/webhook-log";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { countOf, formatCount } from "@/lib/format/format-count";
import { logList } from "./log-list";
import type { WebhookLogState } from "./use-webhook-log";

const ExportLinks = deferred(async () => (await import("./export-links")).ExportLinks);

export function LogFoot({ log, summary }: { log: WebhookLogState; summary: DeliverySummary }) {
  const zone = useZone();
  const { url, held, next, input, page } = log;
  const { total, events, reading } = summary;
  const all = countsText(summary);
  const isWhole = url.get("after") === undefined && next === null;
  const csv = (
    <Button variant="bare" icon="dl" disabled={total + events === 0}>
      CSV
    </Button>
  );
  return (
    <ListFoot
      spec={logList}
      input={page}
      next={next}
      files={
        <Popover trigger={csv} label="Export" load={ExportLinks.load} align="end" look="menu">
          <ExportLinks input={input} counts={all} />
        </Popover>
      }
    >
      {isWhole ? all : `${formatCount(held.rows.length)} of ${all}`}. {watchedText(reading, zone)}.
    </ListFoot>
  );
}

/** "6,236 deliveries and 2 events in no log". */
function countsText({ total, events, watched }: Pick<DeliverySummary, "total" | "events" | "watched">): string {
  const known = watched === "all" ? "" : "known ";
  const deliveries = countOf(total, `${known}delivery`, `${known}deliveries`);
  if (events === 0) return deliveries;
  const only = countOf(events, "event without a delivery", "events without a delivery");
  return total === 0 ? only : `${deliveries} and ${only}`;
}
