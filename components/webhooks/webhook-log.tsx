import { ListFoot } from "@/components/list/list-foot";
import { ListRefused } from "@/components/list/list-refused";
import { QueryView } from "@/components/query/query-view";
import { SavedViews } from "@/components/query/saved-views";
import { deferred } from "@/components/ui/browser/deferred";
import { filterBar, useIntent } from "@/components/ui/browser/use-intent";
import { Button } from "@/components/ui/buttons/button";
import { BandKey, DeliveryBand } from "@/components/ui/charts/deferred-delivery-band";
import { Popover } from "@/components/ui/overlay/popover";
import { useZone } from "@/components/ui/time/zone";
import { bandOf, momentWords, type Targets, watchedText } from "@/lib/client/webhook-log";
import type { WebhookChange } from "@/lib/contract/console/webhook-log/deliveries";
import { deliveryViews } from "@/lib/contract/console/webhook-log/filter";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { spanText } from "@/lib/format/span-text";
import { fromStart, type LogFilter, logList, viewLabels } from "./log-list";
import { LogTable } from "./log-table";
import type { WebhookLogState } from "./use-webhook-log";

const NoMatch = deferred(async () => (await import("./no-entries")).NoMatch);

/** `summary` is undefined while it is read for the first time. */
type WebhookLogProps = { log: WebhookLogState; summary: DeliverySummary | undefined };

export function WebhookLog({ log, summary }: WebhookLogProps) {
  useIntent(filterBar, NoMatch.load);
  return (
    <>
      <div className="mt-2.5 max-narrow:mt-2">
        <Tabs log={log} summary={summary} />
      </div>
      {summary ? <Band log={log} summary={summary} /> : <div className={bandSpaceClass} />}
      <QueryView query={log.list} label="the deliveries" level={2} refused={<ListRefused spec={logList} />}>
        {() =>
          summary && log.shown.rows.length === 0 && log.isCurrent ? (
            <NoMatch log={log} summary={summary} />
          ) : (
            <LogTable log={log} />
          )
        }
      </QueryView>
      {summary && <LogFoot log={log} summary={summary} />}
    </>
  );
}

/** As high as the band with its legend, which stands beside the tabs where there is room. */
const bandSpaceClass = "h-[54px] beside-drawer:h-[78px] max-wide:h-[78px]";

function Tabs({ log, summary }: WebhookLogProps) {
  const counts = new Map(summary?.choices.view.map(({ word, count }) => [word, count]));
  const views = [undefined, ...deliveryViews].map((view) => ({
    label: view ? viewLabels[view] : "All",
    ...(summary && { count: counts.get(view ?? "all") ?? 0 }),
    params: { view, ...fromStart },
    isOn: log.filter.view === view,
  }));
  return <SavedViews page="webhooks" builtIn={views} />;
}

type BandProps = {
  log: Pick<WebhookLogState, "url" | "targets" | "nowMs"> & {
    filter: Pick<LogFilter, "preset"> & Partial<Pick<LogFilter, "view">>;
  };
  summary: DeliverySummary;
};

export function Band({ log, summary }: BandProps) {
  const zone = useZone();
  if (log.filter.view === "older")
    return <p className="px-(--gutter) py-3.5 text-sm/5 text-ink-3">The time of these deliveries is unknown.</p>;
  const band = bandOf(summary);
  return (
    <div className="relative px-(--gutter) pt-1.5">
      <DeliveryBand
        {...band}
        label="Deliveries by their first try"
        marks={summary.webhook_changes.map((change) => ({
          atMs: Date.parse(change.at),
          text: `${momentWords(change.at, zone, log.nowMs)}: ${changeText(change, log.targets)}`,
        }))}
        onSelect={(span) => log.url.set({ between: spanText(span), time: undefined, tz: undefined, ...fromStart })}
      />
      <div className="absolute right-(--gutter) bottom-full flex h-9 items-center bg-sheet pl-4 beside-drawer:static beside-drawer:h-6 beside-drawer:pl-0 max-wide:static max-wide:h-6 max-wide:pl-0 max-narrow:h-auto max-narrow:pb-1">
        <BandKey steps={band.steps} />
      </div>
    </div>
  );
}

const fieldNames = { url: "address", events: "events", status: "status" };

/** "the address of crm.example changed from a to b". */
export function changeText({ webhook_id, field, before, after }: WebhookChange, targets: Targets): string {
  const name = targets.get(webhook_id)?.host ?? webhook_id;
  const [from, to] = [before, after].map((value) => formatRaw(value ?? "nothing"));
  return `the ${fieldNames[field]} of ${name} changed from ${from} to ${to}`;
}

const ExportLinks = deferred(async () => (await import("./export-links")).ExportLinks);

function LogFoot({ log, summary }: { log: WebhookLogState; summary: DeliverySummary }) {
  const zone = useZone();
  const { url, shown, next, input, page } = log;
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
      {isWhole ? all : `${formatCount(shown.rows.length)} of ${all}`}. {watchedText(reading, zone)}.
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
