"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { TableFoot } from "@/components/data-table/table-foot";
import { ExportCsv } from "@/components/data-table/table-tools";
import { isFirstRead, QueryView, useShouldWait } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { apiOperations } from "@/lib/contract/api";
import { type Endpoint, getConnection } from "@/lib/contract/console/connection";
import { countOf, formatCount } from "@/lib/format/format-count";
import { ChangeConnection } from "./change-connection";
import { ConnectionSection } from "./connection-section";
import { SettingsFrame } from "./settings-frame";

export function ConnectionScreen() {
  const isWaiting = useShouldWait(isFirstRead(useQuery(read(getConnection, {}))));
  return (
    <SettingsFrame>
      <div className={sectionsClass({ columns: "besideFromDesk", hasTables: true })}>
        <div className="divide-y divide-rule">
          <ConnectionSection />
          {!isWaiting && <EndpointsSection />}
        </div>
        {!isWaiting && <ChangeConnection />}
      </div>
    </SettingsFrame>
  );
}

export const endpointColumns: readonly DataColumn<Endpoint>[] = [
  {
    id: "request",
    header: "Request",
    cell: ({ operation, request }) => <span title={request}>{labelOf(operation) ?? request}</span>,
    sortBy: ({ operation, request }) => labelOf(operation) ?? request,
    isRowHeader: true,
  },
  {
    id: "median",
    header: "Median",
    csvHeader: "Median (ms)",
    cell: ({ median_ms: ms }) => <Milliseconds ms={ms} />,
    sortBy: ({ median_ms }) => median_ms,
    fit: true,
    num: true,
  },
  {
    id: "slow",
    className: "max-narrow:hidden",
    header: "Slowest 5 in 100",
    csvHeader: "Slowest 5 in 100 (ms)",
    cell: ({ slow_ms: ms }) => <Milliseconds ms={ms} />,
    sortBy: ({ slow_ms }) => slow_ms,
    fit: true,
    num: true,
  },
  {
    id: "status",
    header: "Last status",
    cell: ({ status, at }) => <Status word={statusWord(status, at)} tone={statusTone(status, at)} />,
    sortBy: ({ status }) => status,
    csv: ({ status, at }) => statusWord(status, at),
    fit: true,
  },
  {
    id: "failed",
    className: "max-narrow:hidden",
    header: "Problems",
    cell: ({ times, failed }) => (times === 0 ? dash : `${formatCount(failed)} of ${formatCount(times)}`),
    sortBy: ({ failed }) => failed,
    csv: ({ times, failed }) => (times === 0 ? undefined : `${failed} of ${times}`),
    fit: true,
    num: true,
  },
  {
    id: "when",
    className: "max-narrow:hidden",
    header: "When",
    cell: ({ at }) => (at === null ? dash : <TimeText at={at} variant="relative" quiet />),
    sortBy: ({ at }) => at,
    fit: true,
  },
];

const dash = <span className="text-ink-3">—</span>;

const Milliseconds = ({ ms }: { ms: number | null }) => (ms === null ? dash : `${formatCount(ms)} ms`);

const labelOf = (operation: string) => apiOperations.find(({ id }) => id === operation)?.label;

const rowId = ({ operation }: Endpoint) => operation;

/** Response times of the platform's endpoints used so far. */
function EndpointsSection() {
  const connection = useQuery(read(getConnection, {}));
  return (
    <Section title="Response times" note="Last 60 of each, since Switchboard started" flush>
      <QueryView query={connection} label="the endpoints" level={3}>
        {({ value: { endpoints } }) => {
          const used = endpoints.filter(({ at }) => at !== null);
          return (
            <>
              <DataTable
                name="endpoints"
                caption="Response time of each endpoint"
                columns={endpointColumns}
                rows={used}
                rowId={rowId}
              />
              <TableFoot end={<ExportCsv name="response-times" columns={endpointColumns} rows={used} />}>
                {countOf(used.length, "endpoint")} used, {formatCount(endpoints.length - used.length)} not used yet
              </TableFoot>
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}

/** Tone of a last status. A refused key is a fault; a refused record is only a warning. */
export function statusTone(status: number | null, at: string | null): Tone {
  if (at === null) return "idle";
  if (status === null || status >= 500 || status === 401 || status === 403) return "fault";
  return status < 300 ? "ok" : "wait";
}

export const statusWord = (status: number | null, at: string | null) =>
  at === null ? "not used yet" : (status ?? "no answer");
