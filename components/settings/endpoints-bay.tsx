"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import { Bay } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { read } from "@/lib/client/query";
import { type Connection, getConnection } from "@/lib/contract/console/settings";
import { statusLamp, statusWord } from "./check-words";

type Endpoint = Connection["endpoints"][number];

const columns: readonly DataColumn<Endpoint>[] = [
  {
    id: "request",
    header: "Request",
    cell: ({ request }) => <span className="mono">{request}</span>,
    sortBy: ({ request }) => request,
    isRowHeader: true,
  },
  {
    id: "status",
    header: "Last status",
    cell: ({ status, at }) => <Status word={statusWord(status, at)} reading={statusLamp(status, at)} />,
    sortBy: ({ status }) => status,
    fit: true,
  },
  {
    id: "time",
    header: "Time",
    cell: ({ ms }) => (ms === null ? <span className="faint">—</span> : `${ms} ms`),
    sortBy: ({ ms }) => ms,
    fit: true,
    num: true,
  },
  {
    id: "when",
    header: "When",
    cell: ({ at }) => (at === null ? <span className="faint">—</span> : <TimeText at={at} variant="relative" quiet />),
    sortBy: ({ at }) => at,
    fit: true,
  },
];

const rowId = ({ operation }: Endpoint) => operation;

/** What each of the API's endpoints last answered, as far as anybody asked it from here. */
export function EndpointsBay() {
  const connection = useQuery(read(getConnection, {}));
  return (
    <Bay title="Endpoints" note="What each answered last, since Switchboard started" flush>
      <QueryView query={connection} label="the endpoints" level={3}>
        {({ value }) => (
          <DataTable
            name="endpoints"
            caption="Each endpoint's last status"
            columns={columns}
            rows={value.endpoints}
            rowId={rowId}
          />
        )}
      </QueryView>
    </Bay>
  );
}
