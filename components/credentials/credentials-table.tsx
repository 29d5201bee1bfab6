"use client";

import { CopyId } from "@/components/ui/copy-id";
import type { DataColumn } from "@/components/ui/data-columns";
import { DataTable } from "@/components/ui/data-table";
import { FilterChip } from "@/components/ui/filter-chip";
import { SearchField } from "@/components/ui/search-field";
import { Status } from "@/components/ui/status";
import { TableTools } from "@/components/ui/table-tools";
import { TimeText } from "@/components/ui/time-text";
import { useReading } from "@/components/ui/use-reading";
import { useUrlState } from "@/components/ui/use-url-state";
import { countWords } from "@/components/ui/word-counts";
import type { Credential } from "@/lib/contract/credentials";
import { SyncStatus } from "./sync-status";

const columns: readonly DataColumn<Credential>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ name, id }) => name ?? id ?? "—",
    sortBy: ({ name }) => name,
    isRowHeader: true,
  },
  { id: "kind", header: "Kind", cell: ({ auth_type }) => <span className="mono">{auth_type ?? "—"}</span>, fit: true },
  {
    id: "secret",
    header: "Secret preview",
    cell: ({ secret_preview }) => <span className="mono dim">{secret_preview ?? "—"}</span>,
    fit: true,
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <OwnStatus word={status} />,
    sortBy: ({ status }) => status,
    fit: true,
  },
  {
    id: "sync",
    header: "Last sync",
    cell: (credential) => <SyncStatus credential={credential} />,
    sortBy: ({ last_sync_status }) => last_sync_status,
    fit: true,
  },
  {
    id: "created",
    header: "Created",
    cell: ({ created_at }) => <TimeText at={created_at} variant="day" quiet />,
    sortBy: ({ created_at }) => created_at,
    fit: true,
  },
  { id: "id", header: "ID", cell: ({ id }) => (id ? <CopyId id={id} quiet /> : "—"), fit: true, isHiddenAtFirst: true },
];

const rowId = ({ id }: Credential, index: number) => id ?? `row ${index}`;

export function CredentialsTable({
  credentials,
  total,
}: {
  credentials: readonly Credential[];
  total: number | undefined;
}) {
  const url = useUrlState();
  const [text, sync, kind] = [url.get("text"), url.get("sync"), url.get("kind")];
  const rows = credentials.filter(
    ({ name, id, last_sync_status, auth_type }) =>
      (!text || `${name} ${id}`.toLowerCase().includes(text.toLowerCase())) &&
      (!sync || last_sync_status === sync) &&
      (!kind || auth_type === kind),
  );

  return (
    <>
      <div className="bar">
        <SearchField
          label="Name or ID"
          defaultValue={text}
          onChange={(event) => url.set({ text: event.target.value }, { replaces: true })}
        />
        <FilterChip
          name="Sync"
          options={countWords(credentials, ({ last_sync_status }) => last_sync_status)}
          value={sync}
          onChange={(word) => url.set({ sync: word })}
        />
        <FilterChip
          name="Kind"
          options={countWords(credentials, ({ auth_type }) => auth_type)}
          value={kind}
          onChange={(word) => url.set({ kind: word })}
        />
        <span className="grow" />
        <span className="note">
          {credentials.length} of {total ?? "an unknown number"} read
          {rows.length < credentials.length && `, ${rows.length} shown`}
        </span>
        <TableTools name="credentials" columns={columns} />
      </div>
      <DataTable
        name="credentials"
        caption="Server credentials"
        columns={columns}
        rows={rows}
        rowId={rowId}
        selectedId={url.get("credential")}
        rowHref={({ id }) => url.href({ credential: id ?? undefined })}
        onOpen={({ id }) => url.open("credential", id ?? undefined)}
      />
      {rows.length === 0 && <p className="bay note">No credential matches these filters.</p>}
    </>
  );
}

function OwnStatus({ word }: { word: unknown }) {
  const reading = useReading("credentials");
  return <Status word={word} reading={reading("status", word)} />;
}
