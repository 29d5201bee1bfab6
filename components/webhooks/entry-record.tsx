"use client";

import { RecordView } from "@/components/record/record-view";
import { unlistedIn } from "@/components/record/unlisted-in";
import { JsonViewer } from "@/components/ui/json-viewer";
import { Lamp } from "@/components/ui/status-icon";
import { sharedWords } from "@/lib/client/unique-keys";
import { type LogEntry, sharingId } from "@/lib/client/webhook-log";
import { webhookLog } from "@/lib/contract/api/webhooks";
import { asSent } from "@/lib/format/format-raw";
import { count } from "./count";
import { useTarget } from "./desk-context";
import { EntryFields } from "./entry-fields";
import { EntryStatus } from "./log-cells";
import { ALL_TIME } from "./log-filter";
import { NeighborStrip } from "./neighbor-strip";
import type { Desk } from "./use-desk";

type EntryRecordProps = { desk: Desk; entry: LogEntry; isJson: boolean };

export function EntryRecord({ desk, entry, isJson }: EntryRecordProps) {
  const { log, sent } = entry;
  const target = useTarget(log.webhook_id);
  const where = target?.host ?? (log.webhook_id ? `unknown webhook ${log.webhook_id}` : "a webhook that was not named");
  const shared = sharedWords(sharingId(desk.own?.entries ?? [], entry), "entries");
  const others = unlistedIn(sent, webhookLog.fields);

  return (
    <>
      {shared && (
        <section>
          <SharedId words={shared} desk={desk} id={log.id ?? ""} />
        </section>
      )}
      <section className="dr-top">
        <EntryStatus status={log.status} pill />
        <h2>{log.event || (log.event === undefined ? "No event sent" : asSent(log.event))}</h2>
        <p className="dim">
          to{" "}
          {log.webhook_id ? (
            <button
              type="button"
              className="link"
              title="Show this webhook’s log alone"
              onClick={() => desk.url.set({ webhook: log.webhook_id ?? undefined })}
            >
              {where}
            </button>
          ) : (
            where
          )}
          {typeof log.attempts === "number" &&
            log.attempts >= 0 &&
            `, after ${count(log.attempts, "attempt", "attempts")}`}
        </p>
      </section>
      <section>
        <h3>Record</h3>
        {isJson ? <JsonViewer value={sent} label="Log entry as JSON" /> : <EntryFields entry={entry} sent={sent} />}
      </section>
      {!isJson && others && (
        <section className="flat">
          <h3 className="inset">Fields beyond the API contract</h3>
          <RecordView value={others} label="Other fields" isTight isBare />
        </section>
      )}
      <section>
        <h3>Same webhook, around this time</h3>
        <NeighborStrip entries={desk.own?.entries ?? []} entry={entry} readMs={desk.own?.readMs ?? 0} />
      </section>
      <section>
        <h3>What the API does not tell</h3>
        <p className="dim">
          Delivery logs carry no payload, response code or signature. Ask whoever runs {target?.host ?? "the target"}{" "}
          for their side, and give them the entry ID{log.delivered_at ? " and time" : ""}.
        </p>
      </section>
    </>
  );
}

/** Two entries with one ID are both kept: nothing says which of them is meant. */
function SharedId({ words, id, desk }: { words: string; id: string; desk: Desk }) {
  return (
    <div className="notice wait">
      <Lamp reading="wait" />
      <p>
        {words}. This is one of them.{" "}
        <button type="button" className="link" onClick={() => desk.url.set({ text: id, time: ALL_TIME })}>
          List them
        </button>
      </p>
    </div>
  );
}
