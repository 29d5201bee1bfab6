"use client";

import { QueryView } from "@/components/query/query-view";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { besideDrawerClass, deskClass } from "@/components/ui/page/section";
import { LogDesk } from "./log-desk";
import { LogHead, LogStale } from "./log-head";
import { LogMeaningContext, TargetsContext, useDesk, useStatusTone } from "./use-desk";
import { WebhookRows } from "./webhook-rows";

const EntryDrawer = deferred(async () => (await import("./entry-drawer")).EntryDrawer);
const NeverRead = deferred(async () => (await import("./no-entries")).NeverRead);
const NoWebhooks = deferred(async () => (await import("./no-entries")).NoWebhooks);

export function WebhooksScreen() {
  const desk = useDesk();
  const toneOf = useStatusTone();
  const { url, log, isLive, opened } = desk;
  const hold = (isOn: boolean) => url.set({ live: isOn ? undefined : "off" }, { replaces: true });
  useAtRest(EntryDrawer.load);
  useKeys({ T: () => hold(!isLive) });

  return (
    <LogMeaningContext value={toneOf}>
      <TargetsContext value={desk.targets}>
        <div className={deskClass}>
          <div className={besideDrawerClass}>
            <LogHead desk={desk} onLive={hold} />
            <QueryView query={log} label="the webhook log" level={2}>
              {({ value }) => {
                const { reading, webhooks_known, last_at } = value;
                const isBare = webhooks_known === 0 && last_at === null;
                // What could not be read is not told to be empty.
                if (reading.ok_at === null || (isBare && reading.outcome !== "ok"))
                  return <NeverRead reading={reading} />;
                return (
                  <>
                    <LogStale reading={reading} />
                    {isBare ? (
                      <NoWebhooks />
                    ) : (
                      <>
                        <WebhookRows desk={desk} summary={value} />
                        <LogDesk desk={desk} summary={value} />
                      </>
                    )}
                  </>
                );
              }}
            </QueryView>
          </div>
          {opened !== undefined && (
            <EntryDrawer key={opened} desk={desk} opened={opened} onClose={() => url.close("entry")} />
          )}
        </div>
      </TargetsContext>
    </LogMeaningContext>
  );
}
