import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { ExportCsv } from "@/components/data-table/export-csv";
import { TableFoot } from "@/components/data-table/table-foot";
import { ListBar } from "@/components/list/list-bar";
import { type LocalListSpec, localOptions, matchingRows } from "@/components/list/list-spec";
import { NoRows } from "@/components/list/no-rows";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { countOptions } from "@/components/ui/fields/count-options";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import { uniqueKeys } from "@/lib/client/unique-keys";
import { type Credential, credential, hasSyncError } from "@/lib/contract/api/credentials";
import { rawRow } from "@/lib/contract/fields";
import { formatRaw } from "@/lib/format/format-raw";

const credentialList: LocalListSpec<Credential> = {
  ...{ page: "credentials", nouns: ["credential", "credentials"], transient: ["credential"] },
  filters: [
    {
      ...{ kind: "search", param: "text", label: "Name or ID", longest: 300 },
      matches: ({ name, id }, text) => `${name} ${id}`.toLowerCase().includes(text.toLowerCase()),
    },
    {
      ...{ kind: "choice", param: "sync", label: "Sync", token: "sync" },
      optionsOf: (credentials) => countOptions(credentials, ({ last_sync_status }) => last_sync_status),
      matches: ({ last_sync_status }, value) => last_sync_status === value,
    },
    {
      ...{ kind: "choice", param: "kind", label: "Kind" },
      optionsOf: (credentials) => countOptions(credentials, ({ auth_type }) => auth_type),
      matches: ({ auth_type }, value) => auth_type === value,
    },
  ],
};

/** CSV columns. Secrets appear only as their preview. */
const credentialFields = Object.keys(credential.fields);

const wordFit = "[--fit:148px]";

const columns: readonly DataColumn<Credential>[] = [
  {
    id: "name",
    header: "Name",
    cell: (credential) => <NameCell credential={credential} />,
    sortBy: ({ name }) => name,
    isRowHeader: true,
  },
  {
    id: "kind",
    header: "Kind",
    cell: ({ auth_type }) => (
      <code>
        <Shown value={auth_type} />
      </code>
    ),
    fit: true,
    className: wordFit,
  },
  {
    id: "secret",
    header: "Secret preview",
    cell: ({ secret_preview }) => (
      <code className="text-ink-2">
        <Shown value={secret_preview} />
      </code>
    ),
    fit: true,
    className: "[--fit:200px] max-mid:[--fit:148px]",
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <OwnStatus word={status} />,
    sortBy: ({ status }) => status,
    fit: true,
    className: wordFit,
  },
  {
    id: "sync",
    header: "Last sync",
    cell: (credential) => <SyncStatus credential={credential} />,
    sortBy: ({ last_sync_status }) => last_sync_status,
    fit: true,
    className: wordFit,
  },
  {
    id: "created",
    header: "Created",
    cell: ({ created_at }) => <TimeText at={created_at} variant="day" quiet />,
    sortBy: ({ created_at }) => created_at,
    fit: true,
    className: "beside-drawer:hidden",
  },
];

type CredentialsTableProps = {
  credentials: readonly Credential[];
  /** The platform's own total, not validated. */
  reportedTotal: unknown;
};

export function CredentialsTable({ credentials, reportedTotal }: CredentialsTableProps) {
  const url = useUrlState();
  const rows = matchingRows(credentialList, credentials, url.get);
  const options = localOptions(credentialList, credentials);
  const keys = uniqueKeys(rows.map(({ id }) => id || "no ID"));

  return (
    <>
      <ListBar spec={credentialList} options={options} />
      <DataTable
        name="credentials"
        caption="Server credentials"
        columns={columns}
        rows={rows}
        rowId={(_, index) => keys[index] ?? ""}
        selectedId={url.get("credential")}
        rowHref={({ id }) => url.href({ credential: id || undefined })}
        onOpen={({ id }) => url.open("credential", id || undefined)}
      />
      {rows.length === 0 && <NoRows spec={credentialList} options={options} none="The platform lists none." />}
      <TableFoot end={<ExportCsv name="credentials" columns={columns} rows={rows} fields={credentialFields} />}>
        {loadedText(credentials.length, reportedTotal)}
        {rows.length < credentials.length && `, ${rows.length} shown`}
      </TableFoot>
    </>
  );
}

function loadedText(loadedCount: number, reportedTotal: unknown) {
  if (reportedTotal === loadedCount) return `All ${loadedCount} loaded`;
  return reportedTotal === undefined || reportedTotal === null
    ? `${loadedCount} loaded`
    : `${loadedCount} loaded; the platform says ${formatRaw(reportedTotal)}`;
}

function NameCell({ credential }: { credential: Credential }) {
  const { name, id } = credential;
  if (rawRow in credential) return formatRaw(credential[rawRow]);
  return (
    <>
      <Shown value={name} />
      {name && id ? "" : <span className="text-ink-3"> ID {formatRaw(id)}</span>}
    </>
  );
}

function OwnStatus({ word }: { word: unknown }) {
  const toneOf = useStatusMeaning("credentials");
  return <Status word={word} tone={toneOf("status", word)} />;
}

/** Shown as a problem if `last_sync_error` is set, whatever the status word. */
export function SyncStatus({ credential, pill = false }: { credential: Credential; pill?: boolean }) {
  const toneOf = useStatusMeaning("credentials");
  const { last_sync_status: word, last_sync_error: error } = credential;
  const tone = hasSyncError(credential) ? "fault" : toneOf("last_sync_status", word);
  return <Status word={word} tone={tone} pill={pill} {...(error ? { title: error } : {})} />;
}
