"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { ExportedTable } from "@/components/data-table/exported-table";
import { isFirstRead } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { sectionsClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { apiOperations } from "@/lib/contract/api";
import { type Endpoint, getConnection } from "@/lib/contract/console/connection";
import { formatCount } from "@/lib/format/format-count";
import { ChangeConnection } from "./change-connection";
import { ConnectionSection } from "./connection-section";
import { FoldedSection } from "./folded-section";
import { SettingsFrame } from "./settings-frame";

export function ConnectionScreen() {
  const connection = useQuery(read(getConnection, {}));
  const isWaiting = isFirstRead(connection);
  return (
    <SettingsFrame>
      <div className={sectionsClass({ columns: "besideFromDesk", hasTables: true })}>
        <div>
          <ConnectionSection />
          {!isWaiting && connection.data && <EndpointsSection endpoints={connection.data.value.endpoints} />}
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
    cell: (endpoint) => <span title={endpoint.request}>{labelOf(endpoint)}</span>,
    sortBy: labelOf,
    isRowHeader: true,
  },
  {
    id: "median",
    header: "Median",
    csvHeader: "Median (ms)",
    cell: ({ median_ms: ms }) => millisecondsText(ms),
    sortBy: ({ median_ms }) => median_ms,
    fit: true,
    num: true,
  },
  {
    id: "slow",
    className: "max-narrow:hidden",
    header: "Slowest 5 in 100",
    csvHeader: "Slowest 5 in 100 (ms)",
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
    csv: ({ status }) => status ?? "no answer",
    fit: true,
  },
  {
    id: "failed",
    className: "max-narrow:hidden",
    header: "Problems",
    cell: ({ times, failed }) => `${formatCount(failed)} of ${formatCount(times)}`,
    sortBy: ({ failed }) => failed,
    csv: ({ times, failed }) => `${failed} of ${times}`,
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

const rowId = ({ operation }: Endpoint) => operation;

/** Response times of the platform's endpoints used so far. */
function EndpointsSection({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const used = endpoints.filter(({ at }) => at !== null);
  return (
    <FoldedSection title="Response times by request" note="Last 60 of each, since Switchboard started">
      <ExportedTable
        name="endpoints"
        caption="Response time of each request"
        columns={endpointColumns}
        rows={used}
        rowId={rowId}
      />
    </FoldedSection>
  );
}

/** Tone of a last status. A refused key is a fault; a refused record is only a warning. */
export function statusTone(status: number | null): Tone {
  if (status === null || status >= 500 || status === 401 || status === 403) return "fault";
  return status < 300 ? "ok" : "wait";
}
