"use client";
import { useState } from "react";
import { RowSteps } from "@/components/data-table/row-steps";
import { QueryView } from "@/components/query/query-view";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton, CopyId } from "@/components/ui/buttons/copy-button";
import { Drawer } from "@/components/ui/overlay/drawer";
import { StateFace } from "@/components/ui/page/state-face";
import type { LogEntry, Target } from "@/lib/client/webhook-log";
import { formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatDateTime, localZoneName } from "@/lib/format/format-time";
import { EntryRecord } from "./entry-record";
import { type Desk, useMatches } from "./use-desk";

type EntryDrawerProps = { desk: Desk; opened: string; onClose: () => void };

/** One entry of the log beside it; J and K move through the rows that match. */
export function EntryDrawer({ desk, opened, onClose }: EntryDrawerProps) {
  const { url, log, own, wholeEntries } = desk;
  const [isJson, setIsJson] = useState(false);
  const rows = useMatches(desk)?.rows ?? [];
  const at = rows.findIndex(({ key }) => key === opened);
  const entry = rows[at] ?? find(own?.entries, opened) ?? find(wholeEntries, opened);

  return (
    <Drawer
      label="Log entry"
      onClose={onClose}
      position={at >= 0 ? `${formatCount(at + 1)} of ${formatCount(rows.length)}` : entry && "Outside the filters"}
      tools={
        <RowSteps
          ids={rows.map(({ key }) => key)}
          at={at}
          onStep={(key) => url.set({ entry: key }, { replaces: true })}
        />
      }
      footer={entry && <EntryFoot desk={desk} entry={entry} isJson={isJson} onJson={setIsJson} />}
    >
      <QueryView query={log} label="the webhook log" level={3}>
        {() =>
          entry ? <EntryRecord desk={desk} entry={entry} isJson={isJson} /> : <NoEntry id={opened} desk={desk} />
        }
      </QueryView>
    </Drawer>
  );
}

const find = (entries: readonly LogEntry[] | undefined, key: string) => entries?.find((entry) => entry.key === key);

type EntryFootProps = { desk: Desk; entry: LogEntry; isJson: boolean; onJson: (isJson: boolean) => void };

function EntryFoot({ desk: { targets }, entry, isJson, onJson }: EntryFootProps) {
  const target = targets.get(entry.log.webhook_id ?? "");
  return (
    <>
      <CopyButton
        variant="primary"
        text={() => entryNote({ entry, target, link: entryLink(entry) })}
        name="the entry as a note"
      >
        Copy as note
      </CopyButton>
      <Button aria-pressed={isJson} onClick={() => onJson(!isJson)}>
        {isJson ? "View fields" : "View JSON"}
      </Button>
      <span className="min-w-0 flex-1" />
      <CopyButton variant="bare" text={() => entryLink(entry)} name="the link to this entry" mark="link">
        Link
      </CopyButton>
    </>
  );
}

/** Names the webhook too, so that the entry is found in its webhook's own log. */
function entryLink({ key, log }: LogEntry): string {
  const asked = new URLSearchParams({ ...(log.webhook_id ? { webhook: log.webhook_id } : {}), entry: key });
  return new URL(`/webhooks?${asked}`, location.href).href;
}

function NoEntry({ id, desk: { url, chosen, log } }: { id: string; desk: Desk }) {
  const actions = (
    <>
      <Button size="small" isSending={log.isFetching} sendingLabel="Reading…" onClick={() => void log.refetch()}>
        Read again
      </Button>
      {chosen !== undefined && (
        <Button size="small" onClick={() => url.set({ webhook: undefined })}>
          Look in the log of all webhooks
        </Button>
      )}
    </>
  );
  return (
    <section>
      <StateFace face="not-found" heading="This entry is not in the log" level={3} actions={actions}>
        <p>
          The log as it was read just now has no entry with this ID. It may have been there before: the API contract
          does not say how long entries are kept, and shows no call to read one alone.
        </p>
        <CopyId id={id} whole />
      </StateFace>
    </section>
  );
}

type NoteInput = { entry: LogEntry; target: Target | undefined; link: string };

/** One entry as plain text for a ticket. */
export function entryNote({ entry, target, link }: NoteInput): string {
  const { log, atMs } = entry;
  const lines: [string, string][] = [
    ["Event", formatRaw(log.event)],
    ["Target", target?.host ?? `unknown webhook ${log.webhook_id ?? "(no ID sent)"}`],
    ["Status", formatRaw(log.status)],
    ["Attempts", formatRaw(log.attempts)],
    ...times(atMs, log.delivered_at),
    ["Entry ID", formatRaw(log.id)],
    ["Link", link],
  ];
  return ["Webhook log entry", ...lines.map(([name, value]) => `${name}: ${oneLine(value)}`)].join("\n");
}

function times(atMs: number | undefined, sent: string | null | undefined): [string, string][] {
  if (atMs === undefined) return [["Delivered at", sent ? `${sent} (as sent)` : formatRaw(sent)]];
  return [
    ["Delivered at", `${formatDateTime(atMs, "utc")} UTC`],
    ["Local time", `${formatDateTime(atMs, "local")} ${localZoneName()}`],
  ];
}

const oneLine = (text: string) => text.replace(/\s+/g, " ");
