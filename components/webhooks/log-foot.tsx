import { TableFoot } from "@/components/data-table/table-foot";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Popover } from "@/components/ui/overlay/popover";
import { useZone } from "@/components/ui/time/zone";
import { watchedText } from "@/lib/client/webhook-log";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { countOf, formatCount } from "@/lib/format/format-count";
import { fromStart } from "./log-filter";
import type { WebhookLogState } from "./use-webhook-log";

const ExportLinks = deferred(async () => (await import("./export-links")).ExportLinks);

export function LogFoot({ log, summary }: { log: WebhookLogState; summary: DeliverySummary }) {
  const zone = useZone();
  const { url, held, next, input } = log;
  const { total, reading, watched } = summary;
  const isFirst = url.get("after") === undefined;
  const known = watched === "all" ? "" : "known ";
  const all = countOf(total, `${known}delivery`, `${known}deliveries`);
  const turnTo = (after: string | undefined) => {
    url.set({ ...fromStart, after });
    document.getElementById("deliveries")?.scrollIntoView();
  };
  const file = (
    <Button icon="dl" disabled={total === 0}>
      Export
    </Button>
  );
  return (
    <TableFoot
      end={
        <span className="flex flex-wrap items-center gap-3 print:hidden">
          {!isFirst && <Button onClick={() => turnTo(undefined)}>First page</Button>}
          {next !== null && <Button onClick={() => turnTo(next)}>Next page</Button>}
          <Popover trigger={file} label="Export" load={ExportLinks.load} align="end" look="menu">
            <ExportLinks input={input} total={total} />
          </Popover>
        </span>
      }
    >
      <span>
        {isFirst && next === null ? all : `${formatCount(held.rows.length)} of ${all}`}. {watchedText(reading, zone)}.
      </span>
    </TableFoot>
  );
}
