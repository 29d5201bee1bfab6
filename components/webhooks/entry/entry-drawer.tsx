import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RowSteps } from "@/components/data-table/row-steps";
import { QueryView } from "@/components/query/query-view";
import { useMe } from "@/components/query/use-me";
import { useNotes } from "@/components/record/notes";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton, CopyId } from "@/components/ui/buttons/copy-button";
import { Drawer } from "@/components/ui/overlay/drawer";
import { StateMessage } from "@/components/ui/page/state-message";
import { useZone } from "@/components/ui/time/zone";
import { ticketText } from "@/components/webhooks/ticket";
import type { WebhookLogState } from "@/components/webhooks/use-webhook-log";
import { read } from "@/lib/client/query";
import { type DeliveryDetails, getDelivery } from "@/lib/contract/console/webhook-log/deliveries";
import { formatCount } from "@/lib/format/format-count";
import { arrivedText } from "./arrived-text";
import { EntryRecord } from "./entry-record";

type EntryDrawerProps = { log: WebhookLogState; opened: string; onClose: () => void };

/** One delivery beside the log. J and K step through the matching rows. */
export function EntryDrawer({ log, opened, onClose }: EntryDrawerProps) {
  const { url } = log;
  const delivery = useQuery(read(getDelivery, { entry_id: opened }));
  const [isJson, setIsJson] = useState(false);
  const keys = log.held.rows.map(({ key }) => key);
  const entry = delivery.data?.value.data;

  return (
    <Drawer
      label="Delivery"
      onClose={onClose}
      position={positionText(keys, opened) ?? (entry && "Outside this page")}
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

/** "4 of 31". */
function positionText(keys: readonly string[], opened: string): string | undefined {
  const index = keys.indexOf(opened);
  return index < 0 ? undefined : `${formatCount(index + 1)} of ${formatCount(keys.length)}`;
}

type EntryFootProps = {
  log: WebhookLogState;
  entry: DeliveryDetails;
  isJson: boolean;
  onJson: (isJson: boolean) => void;
};

function EntryFoot({ log: { targets, summary }, entry, isJson, onJson }: EntryFootProps) {
  const { name: author } = useMe();
  const target = targets.get(entry.webhook_id ?? "");
  const reading = summary.data?.value.reading;
  const reached = arrivedText(entry, useZone());
  const notes = useNotes("deliveries", entry.key);
  const link = () => new URL(`/webhooks?${new URLSearchParams({ entry: entry.key })}`, location.href).href;
  return (
    <>
      <CopyButton
        variant="primary"
        text={() => ticketText({ entry, target, reading, reached, notes, author, link: link() })}
        name="the delivery for a ticket"
        aria-keyshortcuts="C"
        data-copies-ticket
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
