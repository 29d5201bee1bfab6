"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadRow, ReadRows } from "@/components/query/read-row";
import { PageButton, SettingGroup, SettingRow, SettingsColumn } from "@/components/ui/page/setting-row";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type Backups, getBackups } from "@/lib/contract/console/backups";
import { type CollectorStatus, getKept, type KeptSize } from "@/lib/contract/console/collecting";
import { countOf, formatBytes } from "@/lib/format/format-count";
import { SettingsFrame } from "../settings-frame";
import { ErasureRows } from "./erasure-rows";
import { MaskingRow } from "./masking-row";
import { hasRetention, RetentionRow } from "./retention-row";

/** Backups, how long data is kept, and what is hidden or erased. */
export function DataScreen() {
  const stored = useQuery(read(getKept, {}));
  const backups = useQuery(read(getBackups, {}));
  const bytes = stored.data?.value.database_bytes;
  return (
    <SettingsFrame>
      <SettingsColumn>
        <SettingGroup title="Backups">
          <ReadRow
            title={backups.data?.value.hour === null ? "No daily backup" : "Every day"}
            query={backups}
            note={(value) => <BackupNote backups={value} />}
          >
            {() => <PageButton href="/settings/data/backups">Open…</PageButton>}
          </ReadRow>
        </SettingGroup>
        <SettingGroup
          title="How long to keep"
          note={bytes !== undefined && `The database uses ${formatBytes(bytes)}. Older data is deleted once an hour.`}
        >
          <ReadRows title="Stored data" query={stored}>
            {(status) => <Sizes {...status} />}
          </ReadRows>
        </SettingGroup>
        <SettingGroup title="Privacy">
          <MaskingRow />
          <ErasureRows />
        </SettingGroup>
      </SettingsColumn>
    </SettingsFrame>
  );
}

function BackupNote({ backups: { last, problem, is_running, place } }: { backups: Backups }) {
  return (
    <>
      {last ? (
        <>
          Last one <TimeText at={last.at} variant="relative" />, {formatBytes(last.bytes)}.{" "}
        </>
      ) : (
        "There is no backup yet."
      )}
      {last && place && (
        <span className={place.is_beside_data ? "text-wait-ink" : ""}>On this server’s disk: copy it elsewhere.</span>
      )}
      {problem !== null && !is_running && (
        <span className="block text-fault-ink">The last attempt failed: {problem}</span>
      )}
    </>
  );
}

const kinds: Record<KeptSize["kind"], { name: string; note: string }> = {
  deliveries: { name: "Webhook log", note: "Deliveries that the platform no longer lists, and their changes." },
  samples: { name: "Campaign progress", note: "The counts of each poll." },
  versions: { name: "Record versions", note: "Counted from when a record was last seen." },
  numbers: { name: "Numbers sent", note: "Only hashes, to find the same people in later lists." },
  left_out: { name: "Rows left out", note: "Rows of uploads that were left out or rejected, encrypted." },
  events: { name: "Received events and calls", note: "Facts of calls, from events and records." },
  bodies: { name: "Content of events", note: "Events as they came, with what people said." },
  audit: { name: "Audit log", note: "Never deleted." },
};

function Sizes({ sizes }: CollectorStatus) {
  return sizes.map((size) => {
    const { name, note } = kinds[size.kind];
    const sentence = `${countOf(size.rows, "row")}, ${formatBytes(size.bytes)}. ${note}`;
    return hasRetention(size) ? (
      <RetentionRow key={size.kind} {...size} name={name} note={sentence} />
    ) : (
      <SettingRow key={size.kind} title={name} note={sentence} />
    );
  });
}
