import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RowSteps } from "@/components/data-table/row-steps";
import { ActionSentence, recordHref } from "@/components/query/action-sentence";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { roleName } from "@/components/query/who-can";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { JsonView } from "@/components/ui/json/json-view";
import { Drawer } from "@/components/ui/overlay/drawer";
import { KvList } from "@/components/ui/page/kv-list";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { type AuditEntry, getAuditEntry } from "@/lib/contract/console/audit";
import { getSendEffect, type SendEffect } from "@/lib/contract/console/record-history";
import { roles } from "@/lib/contract/operation";
import { shortValue } from "@/lib/format/diff-records";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import type { Zone } from "@/lib/format/format-time";
import { isPlainObject } from "@/lib/format/json";
import { Outcome } from "./audit-table";

type AuditDrawerProps = {
  id: string;
  /** Entries of the current page. Any other entry is fetched. */
  entries: readonly AuditEntry[];
  /** Entries that Previous and Next skip. */
  isSkipped: (entry: AuditEntry) => boolean;
  onClose: () => void;
};

export function AuditDrawer({ id, entries, isSkipped, onClose }: AuditDrawerProps) {
  const url = useUrlState();
  const ids = entries.filter((entry) => entry.id === id || !isSkipped(entry)).map((entry) => entry.id);
  const index = ids.indexOf(id);
  const listed = entries.find((entry) => entry.id === id);
  return (
    <Drawer
      label="Audit entry"
      onClose={onClose}
      position={/^\d+$/.test(id) ? `Entry ${formatCount(Number(id))}` : "Entry"}
      tools={<RowSteps ids={ids} index={index} onStep={(next) => url.set({ entry: next }, { replaces: true })} />}
    >
      {listed ? <EntryParts entry={listed} /> : <UnlistedEntry id={id} />}
    </Drawer>
  );
}

/** Entry outside the current page or filters. */
function UnlistedEntry({ id }: { id: string }) {
  const entry = useQuery(read(getAuditEntry, { entry_id: id.slice(0, 20) }));
  return (
    <QueryView query={entry} label="the entry" isEmpty={({ data }) => data === null} empty={<NoEntry id={id} />}>
      {({ value: { data } }) => data && <EntryParts entry={data} />}
    </QueryView>
  );
}

function NoEntry({ id }: { id: string }) {
  return (
    <section>
      <StateMessage kind="not-found" heading="No entry with this ID">
        <p>The link may be incomplete.</p>
        <CopyId id={id} whole />
      </StateMessage>
    </section>
  );
}

function EntryParts({ entry }: { entry: AuditEntry }) {
  const { detail, outcome } = entry;
  return (
    <>
      <section>
        <Outcome entry={entry} pill />
        <h2 className="mt-2 wrap-anywhere">
          <ActionSentence entry={entry} />
        </h2>
        <p className="text-ink-2">
          <TimeText at={entry.at} zoned />
        </p>
        {entry.note && <p className="mt-2 text-ink-2">{entry.note}</p>}
        {outcome === "unknown" && (
          <p className="mt-2 text-sm/[17px] text-ink-3">
            This was sent, but the outcome is unknown. Check the record before trying again.
          </p>
        )}
      </section>
      <section>
        <h3>Who</h3>
        <KvList entries={whoOf(entry)} />
      </section>
      <WhatChanged entry={entry} />
      <WhatWasSet detail={detail} />
      <section>
        <h3>Technical detail</h3>
        <KvList entries={technicalOf(entry)} />
        {detail && (
          <details className="mt-2">
            <summary className="cursor-pointer text-ink-2">More details</summary>
            <JsonView value={detail} label="detail" />
          </details>
        )}
        <p className="mt-2 text-sm/[17px] text-ink-3">Keys, passwords and contact rows are never recorded.</p>
      </section>
    </>
  );
}

const whoOf = ({ actor_name, actor_email, role, address }: AuditEntry) => {
  const knownRole = roles.find((candidate) => candidate === role);
  const name = actor_name || "Unknown person";
  return [
    ["Person", knownRole ? `${name}, ${roleName(knownRole).toLowerCase()}` : name],
    ...(actor_email ? [["Email", actor_email] as const] : []),
    ["IP address", address === null ? "—" : <code key="from">{address}</code>],
  ] as const;
};

/** The record, and the fields that the action changed. */
function WhatChanged({ entry: { id, record, request, outcome } }: { entry: AuditEntry }) {
  const zone = useZone();
  const isChange = record !== null && request !== null && !request.startsWith("DELETE ") && outcome !== "refused";
  const effect = useQuery({ ...read(getSendEffect, { entry_id: id }), enabled: isChange });
  if (record === null) return null;
  const href = recordHref(record);
  const name = record.name ?? record.ref;
  return (
    <section>
      <h3>{isChange ? "What changed" : "Record"}</h3>
      <KvList
        entries={[
          ...(isChange ? changeRows(effect, zone) : []),
          [
            "Record",
            href ? (
              <Link key="record" className={linkClass} href={href}>
                {name}
              </Link>
            ) : (
              name
            ),
          ],
          ...(record.name ? [["ID", <CopyId key="id" id={record.ref} whole />] as const] : []),
        ]}
      />
    </section>
  );
}

const unknownEffects = {
  not_known: "Not known. A change is shown only if the record was read before the action and right after it.",
  not_known_which: "Not known which action changed it. Other actions were sent to this record at about the same time.",
};

const maxFields = 5;

function changeRows({ data, error }: ReadQuery<SendEffect>, zone: Zone): (readonly [string, ReactNode])[] {
  if (!data) return [["Change", error ? "Could not be read." : "Loading…"]];
  const effect = data.value;
  if (effect.state !== "known") return [["Change", unknownEffects[effect.state]]];
  return effect.fields.slice(0, maxFields).map(({ path, before, after }) => [
    path || "the record",
    <>
      {shortValue(before, zone)} to {shortValue(after, zone)}, seen <TimeText at={effect.at} variant="clock" quiet />
    </>,
  ]);
}

function WhatWasSet({ detail }: Pick<AuditEntry, "detail">) {
  const zone = useZone();
  const set = detail?.set;
  if (!isPlainObject(set)) return null;
  return (
    <section>
      <h3>What was set</h3>
      <KvList entries={Object.entries(set).map(([name, value]) => [name, shortValue(value, zone)] as const)} />
    </section>
  );
}

function technicalOf(entry: AuditEntry): (readonly [string, ReactNode])[] {
  const { request, status, message, is_quoted, finished_at, at } = entry;
  const ms = finished_at ? Date.parse(finished_at) - Date.parse(at) : undefined;
  const responseText = [status, ms !== undefined && `in ${formatCount(ms)} ms`]
    .filter((part) => part !== null && part)
    .join(" ");
  const messageText = message && (is_quoted ? `“${visibleControls(message)}”` : visibleControls(message));
  return [
    ["Request", request === null ? "Nothing sent to the platform" : <code key="request">{request}</code>],
    ["Response", [responseText || "None recorded", messageText].filter(Boolean).join(", ")],
    ["Request ID", <CopyId key="id" id={entry.request_id} />],
    ["Action", <code key="action">{entry.action}</code>],
    ["Hash", <code key="hash" title={entry.hash}>{`${entry.hash.slice(0, 4)}…${entry.hash.slice(-4)}`}</code>],
  ];
}
