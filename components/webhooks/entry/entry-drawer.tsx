"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RowSteps } from "@/components/data-table/row-steps";
import { QueryView } from "@/components/query/query-view";
import { followed } from "@/components/query/use-watch";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton, CopyId } from "@/components/ui/buttons/copy-button";
import { Drawer } from "@/components/ui/overlay/drawer";
import { StateMessage } from "@/components/ui/page/state-message";
import { ticketText } from "@/components/webhooks/ticket";
import type { WebhookLogState } from "@/components/webhooks/use-webhook-log";
import { read } from "@/lib/client/query";
import { type DeliverySeen, getDeliverySeen } from "@/lib/contract/console/deliveries";
import { formatCount } from "@/lib/format/format-count";
import { EntryRecord } from "./entry-record";

type EntryDrawerProps = { log: WebhookLogState; opened: string; onClose: () => void };

/** One delivery beside the log. J and K step through the matching rows. */
export function EntryDrawer({ log, opened, onClose }: EntryDrawerProps) {
  const { url, isLive } = log;
  const delivery = useQuery(followed(read(getDeliverySeen, { entry_id: opened }), isLive));
  const [isJson, setIsJson] = useState(false);
  const keys = [...log.rows.missed, ...log.rows.arrived].map(({ key }) => key);
  const entry = delivery.data?.value.data;

  return (
    <Drawer
      label="Delivery"
      onClose={onClose}
      position={positionText(log, opened) ?? (entry && "Outside the filters")}
      tools={
        <RowSteps ids={keys} index={keys.indexOf(opened)} onStep={(entry) => url.set({ entry }, { replaces: true })} />
      }
      footer={entry && <EntryFoot log={log} entry={entry} isJson={isJson} onJson={setIsJson} />}
    >
      <QueryView query={delivery} label="this delivery">
        {({ value: { data } }) =>
          data ? <EntryRecord log={log} entry={data} isJson={isJson} /> : <NoEntry id={opened} query={delivery} />
        }
      </QueryView>
    </Drawer>
  );
}

/** "4 of 31 not delivered". */
function positionText({ rows: { missed, arrived }, summary }: WebhookLogState, opened: string): string | undefined {
  const { total = 0, not_delivered = 0 } = summary.data?.value ?? {};
  const kinds = [
    { rows: missed, count: not_delivered, words: "not delivered" },
    { rows: arrived, count: total - not_delivered, words: "delivered" },
  ];
  for (const { rows, count, words } of kinds) {
    const index = rows.findIndex(({ key }) => key === opened);
    if (index >= 0) return `${formatCount(index + 1)} of ${formatCount(Math.max(count, rows.length))} ${words}`;
  }
  return undefined;
}

type EntryFootProps = { log: WebhookLogState; entry: DeliverySeen; isJson: boolean; onJson: (isJson: boolean) => void };

function EntryFoot({ log: { targets, summary }, entry, isJson, onJson }: EntryFootProps) {
  const target = targets.get(entry.webhook_id ?? "");
  const watchedSince = summary.data?.value.reading.watched_since;
  const link = () => new URL(`/webhooks?${new URLSearchParams({ entry: entry.key })}`, location.href).href;
  return (
    <>
      <CopyButton
        variant="primary"
        text={() => ticketText({ entry, target, watchedSince, link: link() })}
        name="the delivery for a ticket"
      >
        Copy for ticket
      </CopyButton>
      <Button aria-pressed={isJson} onClick={() => onJson(!isJson)}>
        {isJson ? "Fields" : "JSON"}
      </Button>
      <span className="min-w-0 flex-1" />
      <CopyButton className="relative" variant="bare" text={link} name="the link to this delivery" mark="link">
        <span className="sr-only">Copy link</span>
      </CopyButton>
    </>
  );
}

type NoEntryProps = { id: string; query: { isFetching: boolean; refetch: () => unknown } };

function NoEntry({ id, query: { isFetching, refetch } }: NoEntryProps) {
  return (
    <section>
      <StateMessage
        kind="not-found"
        heading="Delivery not found"
        actions={
          <Button size="small" isSending={isFetching} sendingLabel="Loading…" onClick={() => void refetch()}>
            Refresh
          </Button>
        }
      >
        <p>
          No delivery with this ID has been seen. It may be older than Switchboard's first read of the log. The platform
          does not say how long it keeps deliveries.
        </p>
        <CopyId id={id} whole />
      </StateMessage>
    </section>
  );
}
