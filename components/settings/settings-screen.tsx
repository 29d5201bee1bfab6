"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { ChangePassword } from "@/components/send/change-password";
import { readMeaning } from "@/components/status/set-meaning";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { linkClass } from "@/components/ui/buttons/button-class";
import { useToast } from "@/components/ui/overlay/toast";
import { PageHead } from "@/components/ui/page/page-head";
import { baysClass, Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type Connection, getConnection, listDrift, setMeaning } from "@/lib/contract/console/settings";
import { ChoicesSection } from "./choices-section";
import { ConnectionSection } from "./connection-section";
import { ConnectionTestSection, statusTone, statusWord } from "./connection-test-section";
import { DriftSection } from "./drift-section";
import { ReadingsSection } from "./meanings-section";
import { SessionsSection } from "./sessions-section";
import { SetMeaning } from "./set-meaning";

/** One's own choices for everybody; what concerns the whole installation for admins. */
export function SettingsScreen() {
  const isAdmin = [useMay(getConnection), useMay(setMeaning), useMay(listDrift)].every(Boolean);
  return (
    <div className="max-narrow:**:data-[slot=more]:ml-0 max-narrow:[&_tbody_th]:whitespace-normal max-narrow:[&_tbody_th]:wrap-anywhere max-narrow:[&_tbody_tr]:gap-y-0.5">
      <PageHead title="Settings" meta={isAdmin && <Parts />}>
        {isAdmin ? "Your own choices, the line to the API, and how its words read." : "How Switchboard is for you."}
      </PageHead>
      <div className={`${baysClass({ columns: "own" })} grid-cols-2 max-narrow:grid-cols-1`}>
        <ChoicesSection />
        <PasswordSection />
      </div>
      <div className={baysClass()}>
        <SessionsSection />
      </div>
      {isAdmin && <AdminSections />}
    </div>
  );
}

function AdminSections() {
  return (
    <>
      <div className={baysClass({ columns: "beside", hasTables: true })} id="connection">
        <ConnectionSection />
        <ChangeLineSection />
      </div>
      <div className={baysClass()}>
        <ConnectionTestSection />
      </div>
      <div className={baysClass()}>
        <EndpointsSection />
      </div>
      <div className={baysClass({ columns: "beside", hasTables: true })} id="meanings">
        <ReadingsSection />
        <TeachSection />
      </div>
      <div className={baysClass()} id="drift">
        <DriftSection />
      </div>
    </>
  );
}

function Parts() {
  return (
    <nav className="flex min-w-0 items-center gap-2" aria-label="Parts of this page">
      <a className={linkClass} href="#connection">
        Connection
      </a>
      <a className={linkClass} href="#meanings">
        Status readings
      </a>
      <a className={linkClass} href="#drift">
        Drift
      </a>
    </nav>
  );
}

function PasswordSection() {
  const toast = useToast();
  return (
    <Section title="Password" className="[&_form]:p-0">
      <ChangePassword
        currentLabel="Present password"
        newLabel="New password"
        onChanged={() => toast({ title: "Password changed", body: "Every other session of yours has ended." })}
      />
    </Section>
  );
}

/** The key lives in the server's environment alone, so it is changed there. */
function ChangeLineSection() {
  return (
    <Section title="Change the line or its key">
      <div className="grid gap-2.5">
        <p>
          Both are given where Switchboard is started, in the environment or in <code>.env</code>:
        </p>
        <ol className="grid list-decimal gap-1.5 pl-5">
          <li>
            Set <code>VOICE_API_BASE_URL</code> to the address, and <code>VOICE_API_KEY</code> to the key.
          </li>
          <li>
            Look at the new line before it is used: <code>npm run doctor</code>
          </li>
          <li>Start Switchboard again.</li>
        </ol>
        <p>With neither set, it brings up its own local platform.</p>
        <p className="text-sm/[17px] text-ink-3">
          The key stays on the server. No page, log or export ever holds more of it than its last four characters, so it
          can be replaced here by nobody.
        </p>
        <p className="text-sm/[17px] text-ink-3">
          Watching a record and the live tail read every 5 s while their tab is in view. That is fixed.
        </p>
      </div>
    </Section>
  );
}

/** `?meaning=<resource>.<field>.<word>` fills the form, so that any page can lead here. */
function TeachSection() {
  const url = useUrlState();
  const [custom, setCustom] = useState<{ said: string }>();
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (custom) status.current?.focus();
  }, [custom]);
  const asked = url.get("meaning");
  return (
    <Section title="Give a word its reading">
      {custom && (
        <p ref={status} className="text-sm/[17px] text-ink-3 mb-2" tabIndex={-1}>
          {custom.said}
        </p>
      )}
      <SetMeaning
        key={asked}
        word={readMeaning(asked)}
        onSaved={(said) => {
          setCustom({ said });
          url.set({ giveMeaning: undefined }, { replaces: true });
        }}
      />
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
