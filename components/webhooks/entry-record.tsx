"use client";

import { useMemo } from "react";
import { JsonViewer } from "@/components/ui/json-viewer";
import { RecordView } from "@/components/ui/record-view";
import type { LogEntry } from "@/lib/client/webhook-log";
import { isPlainObject } from "@/lib/contract/json";
import { count } from "./count";
import { useTarget } from "./desk-context";
import { EntryFields, knownFields } from "./entry-fields";
import { EntryStatus } from "./log-cells";
import { sentRecord } from "./log-of-one";
import { NeighborStrip } from "./neighbor-strip";
import type { Desk } from "./use-desk";

type EntryRecordProps = { desk: Desk; entry: LogEntry; isJson: boolean };

export function EntryRecord({ desk, entry, isJson }: EntryRecordProps) {
  const { log } = entry;
  const target = useTarget(log.webhook_id);
  const where = target?.host ?? (log.webhook_id ? `unknown webhook ${log.webhook_id}` : "a webhook that was not named");
  const sent = useMemo(() => sentRecord(desk.log.data?.raw, entry), [desk.log.data, entry]);
  const others = othersOf(sent);

  return (
    <>
      <section className="dr-top">
        <EntryStatus status={log.status} pill />
        <h2>{log.event ?? "No event sent"}</h2>
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
          {typeof log.attempts === "number" && `, after ${count(log.attempts, "attempt", "attempts")}`}
        </p>
      </section>
      <section>
        <h3>Record</h3>
        {isJson ? <JsonViewer value={sent} label="Log entry as JSON" /> : <EntryFields entry={entry} sent={sent} />}
      </section>
      {!isJson && Object.keys(others).length > 0 && (
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

function othersOf(sent: unknown): Record<string, unknown> {
  if (!isPlainObject(sent)) return {};
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !knownFields.has(name)));
}
