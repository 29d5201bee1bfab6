import { useQuery } from "@tanstack/react-query";
import { filterSentence } from "@/components/list/filter-sentence";
import type { ListOptions } from "@/components/list/list-spec";
import { useMe } from "@/components/query/use-me";
import { roleName } from "@/components/query/who-can";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Popover } from "@/components/ui/overlay/popover";
import { KvList } from "@/components/ui/page/kv-list";
import { Strip } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import type { AuditEntry, AuditVerified } from "@/lib/contract/console/audit";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatDateTime, formatShortDay, timeZoneOf, type Zone } from "@/lib/format/format-time";
import { auditList } from "./audit-list";

const ends = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

const sinceText = ({ since }: AuditVerified, zone: Zone) =>
  since === null ? "" : `, since ${formatShortDay(Date.parse(since), zone, 0)}`;

const wholeText = (verified: AuditVerified, zone: Zone) => ({
  all: `${verified.entries === 1 ? "The one entry is" : `All ${formatCount(verified.entries)} entries are`} verified.`,
  none: `None changed, none missing${sinceText(verified, zone)}.`,
});

/** Result of verifying the whole log, with details in a popover. */
export function VerifiedStrip({ verified }: { verified: AuditVerified }) {
  const url = useUrlState();
  const zone = useZone();
  const { fault, at, last, redacted } = verified;
  if (fault)
    return (
      <Strip role="status" title="The audit log failed verification" actions={null}>
        <p>{fault.message}</p>
        <p className="text-ink-2">
          {fault.entry !== null && (
            <>
              It is part of{" "}
              <a className="text-accent underline underline-offset-3" href={url.href({ entry: fault.entry })}>
                entry {formatCount(Number(fault.entry))}
              </a>
              .{" "}
            </>
          )}
          Copy the database before doing anything else, and check who can write to it.
        </p>
      </Strip>
    );
  const { all, none } = wholeText(verified, zone);
  return (
    <div
      className="flex items-start gap-2.5 border-t border-rule bg-ok-wash px-(--gutter) py-3 [--cut:var(--ok-wash)] print:hidden"
      role="status"
    >
      <StatusIcon tone="ok" tinted className="mt-1 flex-none" />
      <div className="min-w-0 flex-1">
        <b className="font-semibold">{all}</b> {none}{" "}
        <span className="text-ink-2">
          Verified <TimeText at={at} variant="relative" quiet />, last entry <code title={last}>{ends(last)}</code>
        </span>
      </div>
      <Popover
        trigger={
          <Button variant="bare" size="small">
            Details
          </Button>
        }
        label="Verification details"
        align="end"
      >
        <p>
          Each entry has a keyed hash of itself and all entries before it. The last one is <CopyId id={last} whole />.
          {redacted > 0 && ` A key was removed from ${countOf(redacted, "row")}, which later entries record.`} This
          cannot detect that the whole database was replaced with an older copy:{" "}
          <code>npm run audit:verify -- --checkpoints FILE</code> compares them with Switchboard’s own output.
        </p>
      </Popover>
    </div>
  );
}

type EvidenceProps = {
  entries: readonly AuditEntry[];
  total: number | undefined;
  verified: AuditVerified | undefined;
  printedAt: number | undefined;
  /** Options of the filters. */
  options: ListOptions | undefined;
};

/** Heading for print only: connection, print time and person, filters, verification result. */
export function Evidence({ entries, total = 0, verified, printedAt, options }: EvidenceProps) {
  const me = useMe();
  const zone = useZone();
  const host = useQuery(read(getConnectionStatus, {})).data?.value.host ?? "";
  const filterText = filterSentence(auditList, useUrlState().get, options) ?? "all entries, without a filter";
  const whole = verified && !verified.fault && wholeText(verified, zone);
  return (
    <div className="hidden px-(--gutter) pb-3 print:block">
      <p className="pb-2 text-lg font-semibold">Audit log, evidence</p>
      <KvList
        entries={[
          ["Connection", host],
          [
            "Printed",
            printedAt !== undefined &&
              `${formatDateTime(printedAt, zone)} ${timeZoneOf(zone)}, by ${me.name || me.email} (${roleName(me.role)}), on ${location.host}`,
          ],
          ["Shows", `${filterText}; ${formatCount(entries.length)} of ${countOf(total, "entry", "entries")}`],
          [
            "Verified",
            whole
              ? `${whole.all} ${whole.none} Last entry ${verified.last}`
              : (verified?.fault?.message ?? "Not verified"),
          ],
        ]}
      />
    </div>
  );
}
