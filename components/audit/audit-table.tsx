"use client";

import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { actionLabel } from "@/lib/contract/action-labels";
import type { AuditEntry } from "@/lib/contract/console/audit";

const tones: Record<AuditEntry["outcome"], Tone> = { ok: "ok", refused: "fault", unknown: "wait" };

const words: Record<AuditEntry["outcome"], string> = { ok: "OK", refused: "Refused", unknown: "Outcome unknown" };

export const auditColumns: readonly DataColumn<AuditEntry>[] = [
  {
    id: "time",
    className: "[--fit:204px] max-narrow:order-4 max-narrow:text-ink-3",
    header: "Time",
    cell: ({ at }) => <TimeText at={at} quiet />,
    fit: true,
  },
  {
    id: "who",
    className: "max-narrow:order-5 max-narrow:text-ink-2",
    header: "Who",
    cell: ({ actor_name, actor_email }) => actor_name || actor_email || "—",
    fit: true,
  },
  {
    id: "what",
    className: "max-narrow:order-1",
    header: "What",
    cell: ({ action }) => actionLabel(action),
    fit: true,
    isRowHeader: true,
  },
  {
    id: "target",
    className:
      "max-narrow:order-3 max-narrow:col-span-full max-narrow:whitespace-normal max-narrow:wrap-anywhere max-narrow:text-ink-2",
    header: "On what",
    cell: (entry) => <OnWhat entry={entry} />,
  },
  {
    id: "answer",
    className: "max-narrow:order-2",
    header: "Answer",
    cell: (entry) => <Outcome entry={entry} />,
    fit: true,
  },
  {
    id: "address",
    className: "beside-drawer:hidden max-narrow:hidden",
    header: "From where",
    cell: ({ address }) => <code>{address ?? "—"}</code>,
    fit: true,
  },
  {
    id: "message",
    className: "max-narrow:hidden",
    header: "Message",
    cell: ({ message }) => message ?? "—",
    isHiddenAtFirst: true,
  },
  {
    id: "request",
    className: "max-narrow:hidden",
    header: "Request",
    cell: ({ request_id }) => <code>{request_id}</code>,
    fit: true,
    isHiddenAtFirst: true,
  },
];

const rowId = ({ id }: AuditEntry) => id;

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const url = useUrlState();
  return (
    <DataTable
      name="audit"
      caption="Audit log, newest first"
      columns={auditColumns}
      rows={entries}
      rowId={rowId}
      isLog
      selectedId={url.get("entry")}
      rowHref={({ id }) => url.href({ entry: id })}
      onOpen={({ id }) => url.open("entry", id)}
    />
  );
}

/** A person is named by the sentence that Switchboard wrote then: the ID of one who was removed says nothing. */
function OnWhat({ entry: { action, target, message, outcome } }: { entry: AuditEntry }) {
  if (message !== null && outcome === "ok" && /^(team|notices)\./.test(action)) return message;
  return target === null ? "—" : <code>{target}</code>;
}

export const outcomeWord = (outcome: AuditEntry["outcome"]) => words[outcome];

export function Outcome({ entry: { outcome, status }, pill = false }: { entry: AuditEntry; pill?: boolean }) {
  const word = status === null ? words[outcome] : `${words[outcome]}, ${status}`;
  return <Status word={word} tone={tones[outcome]} pill={pill} />;
}
