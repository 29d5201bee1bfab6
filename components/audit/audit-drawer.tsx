"use client";

import { RowSteps } from "@/components/data-table/row-steps";
import { roleName } from "@/components/query/who-can";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { JsonView } from "@/components/ui/json/json-view";
import { Drawer } from "@/components/ui/overlay/drawer";
import { KvList } from "@/components/ui/page/kv-list";
import { StateFace } from "@/components/ui/page/state-face";
import { TimeText } from "@/components/ui/time/time-text";
import { actionLabel } from "@/lib/contract/action-labels";
import type { AuditEntry } from "@/lib/contract/console/audit";
import { roles } from "@/lib/contract/operation";
import { Outcome } from "./audit-table";

type AuditDrawerProps = { entry: AuditEntry; ids: readonly string[]; onClose: () => void };

export function AuditDrawer({ entry, ids, onClose }: AuditDrawerProps) {
  const url = useUrlState();
  const at = ids.indexOf(entry.id);
  return (
    <Drawer
      label="Audit entry"
      onClose={onClose}
      position={at >= 0 && `${at + 1} of ${ids.length}`}
      tools={<RowSteps ids={ids} at={at} onStep={(id) => url.set({ entry: id }, { replaces: true })} />}
    >
      <section>
        <h2>{actionLabel(entry.action)}</h2>
        <Outcome entry={entry} pill />
        {entry.message && <p className="text-ink-2 mt-2">{entry.message}</p>}
        {entry.outcome === "unknown" && (
          <p className="text-sm/[17px] text-ink-3 mt-2">
            It was begun, and no end was recorded or the answer never came. Look at the record before doing it again.
          </p>
        )}
      </section>
      <section>
        <KvList entries={entriesOf(entry)} />
      </section>
      {entry.detail && (
        <section>
          <h3>Detail</h3>
          <JsonView value={entry.detail} label="detail" />
        </section>
      )}
      <section>
        <p className="text-sm/[17px] text-ink-3">Keys, passwords and rows of contacts are never written here.</p>
      </section>
    </Drawer>
  );
}

/** An address that names no entry of those that were read. */
export function NoEntry({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Drawer label="Audit entry" onClose={onClose}>
      <section>
        <StateFace face="not-found" heading="No entry with this ID">
          <p>It is not among the entries listed here. It may be older, or left out by the filters.</p>
          <CopyId id={id} whole />
        </StateFace>
      </section>
    </Drawer>
  );
}

const entriesOf = (entry: AuditEntry) =>
  [
    ["Who", entry.actor_name || "Nobody who is known"],
    ["Email", entry.actor_email || "—"],
    ["Role then", roleOf(entry.role)],
    ["On what", entry.target === null ? "—" : <CopyId key="target" id={entry.target} whole />],
    ["Request", entry.request === null ? "Nothing was sent to the platform" : <code key="line">{entry.request}</code>],
    ["Begun", <TimeText key="at" at={entry.at} zoned />],
    ["Finished", entry.finished_at ? <TimeText key="end" at={entry.finished_at} zoned /> : "Not recorded"],
    ["From where", <code key="from">{entry.address ?? "—"}</code>],
    ["Request ID", <CopyId key="request" id={entry.request_id} />],
    ["Action", <code key="action">{entry.action}</code>],
  ] as const;

function roleOf(role: string) {
  const known = roles.find((each) => each === role);
  return known ? roleName(known) : role || "—";
}
