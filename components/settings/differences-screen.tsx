"use client";

import { useQuery } from "@tanstack/react-query";
import { type DataColumn, wrappingCell } from "@/components/data-table/data-columns";
import { TableSection } from "@/components/data-table/table-section";
import { type StatusWord, setMeaningHref } from "@/components/status/set-meaning";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { toneLabels } from "@/components/ui/buttons/status-icon";
import { sectionsClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { apiOperations } from "@/lib/contract/api";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { listDrift } from "@/lib/contract/console/drift";
import { driftMessage } from "@/lib/contract/drift";
import { type OutputOf, resourceOf } from "@/lib/contract/operation";
import { formatCount } from "@/lib/format/format-count";
import { SettingsFrame } from "./settings-frame";

/** Differences between the API's answers and its documentation. Differing values are not dropped. */
export function DifferencesScreen() {
  return (
    <SettingsFrame>
      <div className={sectionsClass()}>
        <TableSection
          title="API differences"
          note="Where answers differ from the API documentation. Everything is shown as received"
          query={useQuery(read(listDrift, {}))}
          label="the API differences"
          empty={
            <StateMessage kind="empty" heading="No API differences seen">
              Every answer so far matches the API documentation.
            </StateMessage>
          }
          name="drift"
          columns={columns}
          rowId={rowId}
        />
      </div>
    </SettingsFrame>
  );
}

const maxWordLength = 200;

const statusFields = new Set(["status", "last_sync_status"]);

const columns: readonly DataColumn<DriftRow>[] = [
  {
    id: "request",
    header: "Request",
    cell: (row) => <span title={requestOf(row)}>{labelOf(row)}</span>,
    sortBy: labelOf,
    csv: requestOf,
    fit: true,
    isRowHeader: true,
    className: "max-narrow:col-span-full max-narrow:whitespace-normal max-narrow:wrap-anywhere",
  },
  {
    id: "field",
    header: "Field",
    cell: ({ path }) => <code>{path || "the answer"}</code>,
    csv: ({ path }) => path,
    className: wrappingCell,
  },
  {
    id: "words",
    header: "In words",
    cell: (row) => <Messages row={row} />,
    sortBy: ({ kind }) => kind,
    csv: (row) => driftMessage(row),
    className: wrappingCell,
  },
  {
    id: "first",
    header: "First seen",
    cell: ({ first_seen_at }) => <TimeText at={first_seen_at} variant="relative" quiet />,
    sortBy: ({ first_seen_at }) => first_seen_at,
    fit: true,
    className: "max-narrow:hidden",
  },
  {
    id: "last",
    header: "Last seen",
    cell: ({ last_seen_at }) => <TimeText at={last_seen_at} variant="relative" quiet />,
    sortBy: ({ last_seen_at }) => last_seen_at,
    fit: true,
  },
  {
    id: "times",
    header: "Times",
    cell: ({ times }) => (
      <>
        {formatCount(times)}
        <span className="narrow:hidden"> {times === 1 ? "time" : "times"}</span>
      </>
    ),
    sortBy: ({ times }) => times,
    fit: true,
    num: true,
  },
];

const rowId = ({ operation, path, kind, came }: DriftRow) =>
  JSON.stringify(kind === "unknown-word" ? [operation, path, kind, came] : [operation, path, kind]);

function Messages({ row }: { row: DriftRow }) {
  const word = wordBehind(row);
  return (
    <>
      {driftMessage(row)} {word && <WordMeaning word={word} />}
    </>
  );
}

function WordMeaning({ word }: { word: StatusWord }) {
  const tone = useStatusMeaning(word.resource)(word.field, word.word);
  if (tone !== "unknown") return <span className="text-ink-3">Means {toneLabels[tone]}.</span>;
  return (
    <Link className={linkClass} href={setMeaningHref(word)}>
      Set what it means
    </Link>
  );
}

export type DriftRow = OutputOf<typeof listDrift>["data"][number];

const operationOf = ({ operation }: DriftRow) => apiOperations.find(({ id }) => id === operation);

/** Label of the operation: "Read webhooks". */
export function labelOf(row: DriftRow): string {
  return operationOf(row)?.label ?? row.operation;
}

/** Request of the operation: "GET /v1/webhooks". */
export function requestOf(row: DriftRow): string {
  const op = operationOf(row);
  return op ? `${op.method} ${op.path}` : row.operation;
}

/** Status word of a row whose meaning can be set; undefined for other fields and truncated words. */
export function wordBehind(row: DriftRow): StatusWord | undefined {
  const op = operationOf(row);
  const { path, kind, came } = row;
  const field = path.slice(path.lastIndexOf(".") + 1);
  if (!op || kind !== "unknown-word" || !statusFields.has(field) || came.length >= maxWordLength) return undefined;
  return { resource: op.id === listWebhookLogs.id ? "webhook-logs" : resourceOf(op), field, word: came };
}
