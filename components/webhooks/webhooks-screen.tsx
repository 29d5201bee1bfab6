"use client";

import { QueryView } from "@/components/query/query-view";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { besideDrawerClass, drawerLayoutClass, drawerSpace, sectionClass } from "@/components/ui/page/section";
import { LogHead, LogStale } from "./log-head";
import { LogProvider, useWebhookLog } from "./use-webhook-log";
import { WebhookLog } from "./webhook-log";
import { WebhookRows } from "./webhook-rows";

const EntryDrawer = deferred(
  async () => (await import("@/components/webhooks/entry/entry-drawer")).EntryDrawer,
  drawerSpace,
);
const NeverRead = deferred(async () => (await import("./no-entries")).NeverRead);
const NoWebhooks = deferred(async () => (await import("./no-entries")).NoWebhooks);

export function WebhooksScreen() {
  const log = useWebhookLog();
  const { url, query, isLive, setIsLive, opened } = log;
  useAtRest(EntryDrawer.load);
  useKeys({ T: () => setIsLive(!isLive) });

  return (
    <LogProvider value={log}>
      <div className={drawerLayoutClass}>
        <div className={besideDrawerClass}>
          <LogHead log={log} />
          <QueryView query={query} label="the webhook log" level={2}>
            {({ value }) => {
              const { reading, webhooks_known, last_at } = value;
              const isEmpty = webhooks_known === 0 && last_at === null;
              // A failed read must not be shown as an empty log.
              if (reading.ok_at === null || (isEmpty && reading.outcome !== "ok"))
                return <NeverRead reading={reading} />;
              return (
                <>
                  <LogStale reading={reading} />
                  {Boolean(query.error) && log.summary.isPlaceholderData && (
                    <p className={`${sectionClass} text-ink-2`} role="status">
                      The filters you chose could not be read. The deliveries of the filters before are shown.
                    </p>
                  )}
                  {isEmpty ? (
                    <NoWebhooks />
                  ) : (
                    <>
                      <WebhookRows log={log} summary={value} />
                      <WebhookLog log={log} summary={value} />
                    </>
                  )}
                </>
              );
            }}
          </QueryView>
        </div>
        {opened !== undefined && (
          <EntryDrawer key={opened} log={log} opened={opened} onClose={() => url.close("entry")} />
        )}
      </div>
    </LogProvider>
  );
}
