"use client";

import { ListRefused } from "@/components/list/list-refused";
import { QueryView } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { rows, useIntent } from "@/components/ui/browser/use-intent";
import { useKeys } from "@/components/ui/browser/use-keys";
import { besideDrawerClass, drawerLayoutClass, drawerSpace, sectionClass } from "@/components/ui/page/section";
import { AskedZone } from "@/components/ui/time/zone";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { LogBar } from "./log-bar";
import { LogHead, LogStale } from "./log-head";
import { isNarrowed, logList } from "./log-list";
import { askedZone, LogProvider, useWebhookLog, type WebhookLogState } from "./use-webhook-log";
import { WebhookLog } from "./webhook-log";

const EntryDrawer = deferred(
  async () => (await import("@/components/webhooks/entry/entry-drawer")).EntryDrawer,
  drawerSpace,
);
const NeverRead = deferred(async () => (await import("./no-entries")).NeverRead);
const NoWebhooks = deferred(async () => (await import("./no-entries")).NoWebhooks);

export function WebhooksScreen() {
  const log = useWebhookLog();
  const { url, summary, opened } = log;
  useIntent(rows, EntryDrawer.load);
  useKeys({ C: copyTicket });

  return (
    <LogProvider value={log}>
      <AskedZone name={askedZone(url)}>
        <div className={drawerLayoutClass}>
          <div className={besideDrawerClass}>
            <LogHead log={log} />
            <LogBar log={log} summary={summary.data?.value} />
            <LogBody log={log} />
          </div>
          {opened !== undefined && (
            <EntryDrawer key={opened} log={log} opened={opened} onClose={() => url.close("entry")} />
          )}
        </div>
      </AskedZone>
    </LogProvider>
  );
}

/** The rows do not wait for the counts, which take longer. */
function LogBody({ log }: { log: WebhookLogState }) {
  const { summary, list, filter } = log;
  const value = summary.data?.value;
  const counts = (
    <QueryView query={summary} label="the webhook log" level={2} refused={<ListRefused spec={logList} />}>
      {({ value: { reading } }) => (
        <>
          <LogStale reading={reading} />
          {Boolean(summary.error) && summary.isPlaceholderData && (
            <p className={`${sectionClass} text-ink-2`} role="status">
              The filters you chose could not be read. The deliveries of the filters before are shown.
            </p>
          )}
        </>
      )}
    </QueryView>
  );
  if (value === undefined && list.data === undefined) return counts;
  if (value && isEmpty(value, filter)) {
    const { reading } = value;
    // A failed read must not be shown as an empty log.
    return reading.outcome === "ok" ? <NoWebhooks /> : <NeverRead reading={reading} />;
  }
  if (value && value.reading.ok_at === null) return <NeverRead reading={value.reading} />;
  return (
    <>
      {(value !== undefined || Boolean(summary.error)) && counts}
      <WebhookLog log={log} summary={value} />
    </>
  );
}

const isEmpty = ({ webhooks_known, last_at, events }: DeliverySummary, filter: WebhookLogState["filter"]) =>
  webhooks_known === 0 && last_at === null && events === 0 && !isNarrowed(filter);

/** Presses the ticket button of the open delivery, or of the page. */
const copyTicket = () => document.querySelector<HTMLButtonElement>("button[data-copies-ticket]")?.click();
