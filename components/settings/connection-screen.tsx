"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import { baysClass, Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type Connection, getConnection } from "@/lib/contract/console/settings";
import { ConnectionSection } from "./connection-section";
import { ConnectionTestSection, statusTone, statusWord } from "./connection-test-section";
import { SettingsFrame } from "./settings-frame";

export function ConnectionScreen() {
  return (
    <SettingsFrame>
      <div className={baysClass({ columns: "beside", hasTables: true })}>
        <ConnectionSection />
        <ChangeSection />
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

/** The key lives in the server's environment alone, so it is changed there. */
function ChangeSection() {
  return (
    <Section title="Change address or key">
      <div className="grid gap-2.5">
        <p>
          Both are given where Switchboard is started, in the environment or in <code>.env</code>:
        </p>
        <ol className="grid list-decimal gap-1.5 pl-5">
          <li>
            Set <code>VOICE_API_BASE_URL</code> to the address, and <code>VOICE_API_KEY</code> to the key.
          </li>
          <li>
            Test the connection before it is used: <code>npm run doctor</code>
          </li>
          <li>Start Switchboard again.</li>
        </ol>
        <p>With neither set, it starts its own demo platform.</p>
        <p className="text-sm/[17px] text-ink-3">
          The key stays on the server. No page, log or export ever holds more of it than its last four characters.
        </p>
      </div>
    </Section>
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
    <Section title="Endpoints" note="What each answered last, since Switchboard started" flush>
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
