"use client";

import { QueryView } from "@/components/query/query-view";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { besideDrawerClass, deskClass } from "@/components/ui/overlay/layer-class";
import { baysClass } from "@/components/ui/page/section";
import { LogDesk } from "./log-desk";
import { LogHead } from "./log-head";
import { LogMeaningContext, TargetsContext, useDesk } from "./use-desk";
import { WebhookRows } from "./webhook-rows";

const EntryDrawer = deferred(async () => (await import("./entry-drawer")).EntryDrawer);

const NoWebhooks = deferred(async () => (await import("./no-entries")).NoWebhooks);

export function WebhooksScreen() {
  const desk = useDesk();
  const toneOf = useStatusMeaning("webhook-logs");
  const { url, webhooks, log, isTailing, opened } = desk;
  const isBare = webhooks.data?.value.data?.length === 0 && desk.wholeEntries?.length === 0 && !desk.chosen;
  const setTail = (on: boolean) => url.set({ tail: on ? "on" : undefined });
  useAtRest(EntryDrawer.load);
  useKeys({ T: () => setTail(!isTailing) });

  return (
    <LogMeaningContext value={toneOf}>
      <TargetsContext value={desk.targets}>
        <div className={deskClass}>
          <div className={besideDrawerClass}>
            <LogHead desk={desk} onTail={setTail} />
            <div className={baysClass()}>
              <QueryView query={webhooks} label="webhooks">
                {(answer) => (isBare ? <NoWebhooks /> : <WebhookRows desk={desk} webhooks={answer} />)}
              </QueryView>
            </div>
            {!isBare && (
              <QueryView query={log} above={webhooks} label="the webhook log">
                {() => desk.own && <LogDesk desk={desk} log={desk.own} />}
              </QueryView>
            )}
          </div>
          {opened !== undefined && (
            <EntryDrawer key={opened} desk={desk} opened={opened} onClose={() => url.close("entry")} />
          )}
        </div>
      </TargetsContext>
    </LogMeaningContext>
  );
}
