"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { ChangePassword } from "@/components/send/change-password";
import { readTeach } from "@/components/status/set-meaning";
import { Status } from "@/components/status/status";
import { PageHead } from "@/components/ui/page-head";
import { Bay } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { useToast } from "@/components/ui/toast";
import { useUrlState } from "@/components/ui/use-url-state";
import { read } from "@/lib/client/query";
import { type Connection, getConnection, listDrift, teachReading } from "@/lib/contract/console/settings";
import { statusLamp, statusWord } from "./check-words";
import { ChoicesBay } from "./choices-bay";
import { ConnectionBay } from "./connection-bay";
import { DriftBay } from "./drift-bay";
import { LineTestBay } from "./line-test-bay";
import { ReadingsBay } from "./readings-bay";
import { SessionsBay } from "./sessions-bay";
import { TeachWord } from "./teach-word";

/** One's own choices for everybody; what concerns the whole installation for admins. */
export function SettingsScreen() {
  const isKeeper = [useMay(getConnection), useMay(teachReading), useMay(listDrift)].every(Boolean);
  return (
    <div className="settings">
      <PageHead title="Settings" meta={isKeeper && <Parts />}>
        {isKeeper ? "Your own choices, the line to the API, and how its words read." : "How Switchboard is for you."}
      </PageHead>
      <div className="bays halves">
        <ChoicesBay />
        <PasswordBay />
      </div>
      <div className="bays">
        <SessionsBay />
      </div>
      {isKeeper && <KeeperBays />}
    </div>
  );
}

function KeeperBays() {
  return (
    <>
      <div className="bays two" id="connection">
        <ConnectionBay />
        <ChangeLineBay />
      </div>
      <div className="bays">
        <LineTestBay />
      </div>
      <div className="bays">
        <EndpointsBay />
      </div>
      <div className="bays two" id="readings">
        <ReadingsBay />
        <TeachBay />
      </div>
      <div className="bays" id="drift">
        <DriftBay />
      </div>
    </>
  );
}

function Parts() {
  return (
    <nav className="row" aria-label="Parts of this page">
      <a className="link" href="#connection">
        Connection
      </a>
      <a className="link" href="#readings">
        Status readings
      </a>
      <a className="link" href="#drift">
        Drift
      </a>
    </nav>
  );
}

function PasswordBay() {
  const toast = useToast();
  return (
    <Bay title="Password">
      <ChangePassword
        currentLabel="Present password"
        newLabel="New password"
        onChanged={() => toast({ title: "Password changed", body: "Every other session of yours has ended." })}
      />
    </Bay>
  );
}

/** The key lives in the server's environment alone, so it is changed there. */
function ChangeLineBay() {
  return (
    <Bay title="Change the line or its key">
      <div className="grid gap-2.5">
        <p>
          Both are given where Switchboard is started, in the environment or in <span className="mono">.env</span>:
        </p>
        <ol className="steps-list">
          <li>
            Set <span className="mono">VOICE_API_BASE_URL</span> to the address, and{" "}
            <span className="mono">VOICE_API_KEY</span> to the key.
          </li>
          <li>
            Look at the new line before it is used: <span className="mono">npm run doctor</span>
          </li>
          <li>Start Switchboard again.</li>
        </ol>
        <p>With neither set, it brings up its own local platform.</p>
        <p className="note">
          The key stays on the server. No page, log or export ever holds more of it than its last four characters, so it
          can be replaced here by nobody.
        </p>
        <p className="note">
          Watching a record and the live tail read every 5 s while their tab is in view. That is fixed.
        </p>
      </div>
    </Bay>
  );
}

/** `?teach=<resource>.<field>.<word>` fills the form, so that any page can lead here. */
function TeachBay() {
  const url = useUrlState();
  const [taught, setTaught] = useState<{ said: string }>();
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (taught) status.current?.focus();
  }, [taught]);
  const asked = url.get("teach");
  return (
    <Bay title="Give a word its reading">
      {taught && (
        <p ref={status} className="note mb-2" tabIndex={-1}>
          {taught.said}
        </p>
      )}
      <TeachWord
        key={asked}
        word={readTeach(asked)}
        onTaught={(said) => {
          setTaught({ said });
          url.set({ teach: undefined }, { replaces: true });
        }}
      />
    </Bay>
  );
}

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
function EndpointsBay() {
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
