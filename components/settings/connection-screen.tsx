"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type DataColumn, wrappingCell } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { TableFoot } from "@/components/data-table/table-foot";
import { ExportCsv } from "@/components/data-table/table-tools";
import { QueryView } from "@/components/query/query-view";
import { SendFault } from "@/components/send/send-fault";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/buttons/button";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { useAnnounce } from "@/components/ui/page/live-region";
import { baysClass, Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read, write } from "@/lib/client/query";
import {
  type Connection,
  type ConnectionCheck,
  getConnection,
  type RowStatus,
  testConnection,
} from "@/lib/contract/console/settings";
import { ChangeConnection, checksInMessage, statusTones } from "./change-connection";
import { ConnectionSection } from "./connection-section";
import { SettingsFrame } from "./settings-frame";

export function ConnectionScreen() {
  return (
    <SettingsFrame>
      <div className={baysClass({ columns: "beside", hasTables: true })}>
        <ConnectionSection />
        <ChangeConnection />
      </div>
      <div className={baysClass()}>
        <ConnectionTestSection />
      </div>
      <div className={baysClass()}>
        <EndpointsSection />
      </div>
    </SettingsFrame>
  );
}

type Endpoint = Connection["endpoints"][number];

const columns: readonly DataColumn<Endpoint>[] = [
  {
    id: "request",
    header: "Request",
    cell: ({ request }) => <code>{request}</code>,
    sortBy: ({ request }) => request,
    isRowHeader: true,
  },
  {
    id: "status",
    header: "Last status",
    cell: ({ status, at }) => <Status word={statusWord(status, at)} tone={statusTone(status, at)} />,
    sortBy: ({ status }) => status,
    fit: true,
  },
  {
    id: "time",
    header: "Time",
    cell: ({ ms }) => (ms === null ? <span className="text-ink-3">—</span> : `${ms} ms`),
    sortBy: ({ ms }) => ms,
    fit: true,
    num: true,
  },
  {
    id: "when",
    header: "When",
    cell: ({ at }) =>
      at === null ? <span className="text-ink-3">—</span> : <TimeText at={at} variant="relative" quiet />,
    sortBy: ({ at }) => at,
    fit: true,
  },
];

const rowId = ({ operation }: Endpoint) => operation;

/** What each of the API's endpoints last answered, as far as anybody asked it from here. */
function EndpointsSection() {
  const connection = useQuery(read(getConnection, {}));
  return (
    <Section
      title="Endpoints"
      note="What each answered last, since Switchboard started"
      more={<ExportCsv name="endpoints" columns={columns} rows={connection.data?.value.endpoints ?? []} />}
      flush
    >
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
    </Section>
  );
}

const rowStatusLabel: Record<RowStatus, string> = {
  ok: "OK",
  look: "Warning",
  fault: "Problem",
  skipped: "not tried",
};

const checkColumns: readonly DataColumn<ConnectionCheck>[] = [
  { id: "what", header: "Check", cell: ({ name }) => name, csv: ({ name }) => name, isRowHeader: true, fit: true },
  {
    id: "result",
    header: "Result",
    cell: ({ outcome }) => <Status word={rowStatusLabel[outcome]} tone={statusTones[outcome]} />,
    csv: ({ outcome }) => rowStatusLabel[outcome],
    fit: true,
  },
  {
    id: "says",
    header: "Details",
    cell: (check) => <Messages check={check} />,
    csv: ({ says, notes }) => [says, ...notes].join(" "),
    className: wrappingCell,
  },
];

const writtenAfterMs = 800;
const checkId = ({ id }: ConnectionCheck) => id;

/** The same checks as `npm run doctor`. It only reads, so it may be asked for at any time. */
function ConnectionTestSection() {
  const client = useQueryClient();
  const announce = useAnnounce();
  const test = useMutation({
    ...write(testConnection),
    onSuccess: ({ value }) => announce(`The connection was tested: ${checksInMessage(value.checks)}.`),
    // What a test noticed is written a moment after its answer.
    onSettled: () => {
      setTimeout(() => void client.refetchQueries({ queryKey: ["drift"], type: "active" }), writtenAfterMs);
    },
  });
  const found = test.data?.value;
  return (
    <Section
      title="Test connection"
      note="Address, certificate, key, clock, and every read that can be tried"
      more={
        <Button size="small" isSending={test.isPending} sendingLabel="Testing…" onClick={() => test.mutate({})}>
          Test connection
        </Button>
      }
      flush
    >
      {test.error && <SendFault error={test.error} what="Test connection" onDismiss={test.reset} />}
      {found ? (
        <>
          <DataTable
            name="line-checks"
            caption="The connection, tested"
            columns={checkColumns}
            rows={found.checks}
            rowId={checkId}
          />
          <TableFoot end={<ExportCsv name="connection-test" columns={checkColumns} rows={found.checks} />}>
            {checksInMessage(found.checks)}, tested <TimeText at={found.at} variant="relative" />
          </TableFoot>
        </>
      ) : (
        <p className="text-sm/[17px] px-(--gutter) text-ink-3">
          Not tested since this page was opened. A test only reads.
        </p>
      )}
    </Section>
  );
}

function Messages({ check: { says, notes } }: { check: ConnectionCheck }) {
  return (
    <>
      {says}
      {notes.length > 0 && (
        <ul className="text-sm/[17px] text-ink-3">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The tone of a last status: a refusal of one record is an answer, a refusal of the key is not. */
export function statusTone(status: number | null, at: string | null): Tone {
  if (at === null) return "idle";
  if (status === null || status >= 500 || status === 401 || status === 403) return "fault";
  return status < 300 ? "ok" : "wait";
}

export const statusWord = (status: number | null, at: string | null) =>
  at === null ? "not asked yet" : (status ?? "no answer");
