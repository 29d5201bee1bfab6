"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import { CopyId } from "@/components/ui/buttons/copy-button";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { apiOperations } from "@/lib/contract/api";
import { getKept, type TaskHealth } from "@/lib/contract/console/collecting";
import { type Endpoint, getConnection } from "@/lib/contract/console/connection";
import { isProblemCode, problemKinds } from "@/lib/contract/problem";
import { formatCount } from "@/lib/format/format-count";
import { SettingsPage } from "../settings-frame";
import { pollsMessage } from "./polling-rows";

/** For engineers: the last polls, and how fast the platform answered each kind of request. */
export function PollsScreen() {
  const stored = useQuery(read(getKept, {}));
  const connection = useQuery(read(getConnection, {}));
  return (
    <SettingsPage title="Recent polls" under={{ href: "/settings/platform", label: "Platform" }}>
      <div className={sectionsClass({ hasTables: true })}>
        <Section title="Polls" note={stored.data && pollsMessage(stored.data.value)} flush>
          <QueryView query={stored} label="the recent polls">
            {({ value }) => (
              <DataTable name="reads" caption="Recent polls" columns={readColumns} rows={value.tasks} rowId={readId} />
            )}
          </QueryView>
        </Section>
        <Section title="Response times" note="Last 60 of each request, since Switchboard started" flush>
          <QueryView query={connection} label="the response times">
            {({ value }) => (
              <DataTable
                name="endpoints"
                caption="Response time of each request"
                columns={endpointColumns}
                rows={value.endpoints.filter(({ at }) => at !== null)}
                rowId={endpointId}
              />
            )}
          </QueryView>
        </Section>
      </div>
    </SettingsPage>
  );
}

const endpointColumns: readonly DataColumn<Endpoint>[] = [
  {
    id: "request",
    header: "Request",
    cell: (endpoint) => <span title={endpoint.request}>{labelOf(endpoint)}</span>,
    sortBy: labelOf,
    isRowHeader: true,
  },
  {
    id: "median",
    header: "Median",
    cell: ({ median_ms: ms }) => millisecondsText(ms),
    sortBy: ({ median_ms }) => median_ms,
    fit: true,
    num: true,
  },
  {
    id: "slow",
    className: "max-narrow:hidden",
    header: "Slowest 5 in 100",
    cell: ({ slow_ms: ms }) => millisecondsText(ms),
    sortBy: ({ slow_ms }) => slow_ms,
    fit: true,
    num: true,
  },
  {
    id: "status",
    header: "Last status",
    cell: ({ status }) => <Status word={status ?? "no answer"} tone={statusTone(status)} />,
    sortBy: ({ status }) => status,
    fit: true,
  },
  {
    id: "failed",
    className: "max-narrow:hidden",
    header: "Problems",
    cell: ({ times, failed }) => `${formatCount(failed)} of ${formatCount(times)}`,
    sortBy: ({ failed }) => failed,
    fit: true,
    num: true,
  },
  {
    id: "when",
    className: "max-narrow:hidden",
    header: "When",
    cell: ({ at }) => <TimeText at={at} variant="relative" quiet />,
    sortBy: ({ at }) => at,
    fit: true,
  },
];

const millisecondsText = (ms: number | null) => (ms === null ? "—" : `${formatCount(ms)} ms`);

function labelOf({ operation, request }: Endpoint) {
  return apiOperations.find(({ id }) => id === operation)?.label ?? request;
}

const endpointId = ({ operation }: Endpoint) => operation;

/** Tone of a last status. A refused key is a fault; a refused record is only a warning. */
export function statusTone(status: number | null): Tone {
  if (status === null || status >= 500 || status === 401 || status === 403) return "fault";
  return status < 300 ? "ok" : "wait";
}

/** Splits a task such as "campaigns.get c1" into operation name and record ID. */
function partsOf({ task }: TaskHealth) {
  const [id = "", ...words] = task.split(" ");
  const label = apiOperations.find((op) => op.id === id)?.label.replace(/^Read (an? |one |the )?/, "") ?? id;
  return { name: label.slice(0, 1).toUpperCase() + label.slice(1), ref: words.join(" ") };
}

const readColumns: readonly DataColumn<TaskHealth>[] = [
  {
    id: "what",
    header: "What",
    cell: (task) => partsOf(task).name,
    sortBy: (task) => partsOf(task).name,
    fit: true,
    isRowHeader: true,
  },
  {
    id: "id",
    header: "ID",
    cell: (task) => {
      const { ref } = partsOf(task);
      return ref === "" ? <span className="text-ink-3">all</span> : <CopyId id={ref} quiet />;
    },
    fit: true,
  },
  {
    id: "result",
    header: "Result",
    cell: ({ outcome }) => <Status word={outcomeWords(outcome)} tone={outcome === "ok" ? "ok" : "fault"} />,
    sortBy: ({ outcome }) => outcomeWords(outcome),
    className: "max-narrow:col-span-full",
  },
  {
    id: "at",
    header: "Last checked",
    cell: ({ at }) => <TimeText at={at} variant="relative" quiet />,
    sortBy: ({ at }) => at,
    fit: true,
  },
  {
    id: "ok",
    header: "Last OK",
    cell: ({ ok_at }) =>
      ok_at === null ? <span className="text-ink-3">never</span> : <TimeText at={ok_at} variant="relative" quiet />,
    sortBy: ({ ok_at }) => ok_at,
    fit: true,
    className: "max-mid:hidden",
  },
  {
    id: "time",
    header: "Took",
    cell: ({ ms }) => `${formatCount(ms)} ms`,
    sortBy: ({ ms }) => ms,
    fit: true,
    num: true,
  },
];

const outcomeWords = (outcome: string) =>
  outcome === "ok" ? "OK" : isProblemCode(outcome) ? problemKinds[outcome][1] : outcome;

const readId = ({ task }: TaskHealth) => task;
