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
import type { CredentialState } from "@/lib/contract/console/related-records";
import { rawRow } from "@/lib/contract/fields";
import { countOf } from "@/lib/format/format-count";
import { formatRaw, visibleControls } from "@/lib/format/format-raw";
import type { CredentialRow } from "./use-credential-states";

const credentialList: LocalListSpec<CredentialRow> = {
  ...{ page: "credentials", nouns: ["credential", "credentials"], transient: ["credential"] },
  filters: [
    {
      ...{ kind: "search", param: "text", label: "Name or ID", longest: 300 },
      matches: ({ credential: { name, id } }, text) => `${name} ${id}`.toLowerCase().includes(text.toLowerCase()),
    },
    {
      ...{ kind: "choice", param: "sync", label: "Sync", token: "sync" },
      optionsOf: (rows) => countOptions(rows, ({ credential }) => credential.last_sync_status),
      matches: ({ credential }, value) => credential.last_sync_status === value,
    },
    {
      ...{ kind: "choice", param: "kind", label: "Kind" },
      optionsOf: (rows) => countOptions(rows, ({ credential }) => credential.auth_type),
      matches: ({ credential }, value) => credential.auth_type === value,
    },
  ],
};

/** CSV columns. Secrets appear only as their preview. */
const credentialFields = Object.keys(credential.fields);

const wordFit = "[--fit:132px]";

const columns: readonly DataColumn<CredentialRow>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => <NameCell row={row} />,
    sortBy: ({ credential }) => credential.name,
    isRowHeader: true,
    className: "wrap-anywhere whitespace-normal! narrow:py-[7px]",
  },
  {
    id: "sync",
    header: "Last sync",
    cell: ({ credential }) => <SyncStatus credential={credential} />,
    sortBy: ({ credential }) => credential.last_sync_status,
    fit: true,
    className: wordFit,
  },
  {
    id: "status",
    header: "Status",
    cell: ({ credential }) => <OwnStatus word={credential.status} />,
    sortBy: ({ credential }) => credential.status,
    fit: true,
    className: `${wordFit} beside-drawer:hidden max-rail:hidden`,
  },
  {
    id: "failing",
    header: "Seen failing since",
    cell: ({ state }) =>
      state?.failing_since && (
        <>
          <span className="text-ink-3 narrow:hidden">seen failing since </span>
          <TimeText at={state.failing_since} variant="short-time" quiet />
        </>
      ),
    sortBy: ({ state }) => state?.failing_since,
    fit: true,
    className: "[--fit:150px] max-narrow:col-span-full max-narrow:empty:hidden",
  },
  {
    id: "changed",
    header: "Changed",
    cell: (row) => <Changed row={row} />,
    sortBy: ({ changedAt, state }) => changedAt ?? state?.changed_seen_at,
    fit: true,
    className: "[--fit:170px] beside-drawer:hidden max-rail:hidden",
  },
  {
    id: "used",
    header: "Used by",
    cell: ({ state }) => state && usersText(state),
    sortBy: ({ state }) => state && state.running_campaigns * 1_000 + state.tools,
    csv: ({ state }) => state && usersText(state),
    fit: true,
    className: "[--fit:210px] max-narrow:col-span-full",
  },
];

type CredentialsTableProps = {
  /** Failing credentials first. */
  all: readonly CredentialRow[];
  areStatesUnread: boolean;
  /** The platform's own total, not validated. */
  reportedTotal: unknown;
};

export function CredentialsTable({ all, areStatesUnread, reportedTotal }: CredentialsTableProps) {
  const url = useUrlState();
  const rows = matchingRows(credentialList, all, url.get);
  const options = localOptions(credentialList, all);
  const keys = uniqueKeys(rows.map(({ credential }) => credential.id || "no ID"));

  return (
    <>
      <ListBar spec={credentialList} options={options} />
      {areStatesUnread && (
        <p className="px-(--gutter) pb-2 text-sm/[17px] text-ink-3">
          Switchboard could not read since when credentials fail and what uses them.
        </p>
      )}
      <DataTable
        name="credentials"
        caption="Server credentials"
        columns={columns}
        rows={rows}
        rowId={(_, index) => keys[index] ?? ""}
        selectedId={url.get("credential")}
        rowHref={({ credential: { id } }) => url.href({ credential: id || undefined })}
        onOpen={({ credential: { id } }) => url.open("credential", id || undefined)}
      />
      {rows.length === 0 && <NoRows spec={credentialList} options={options} none="The platform lists none." />}
      <TableFoot
        end={
          <ExportCsv
            name="credentials"
            columns={columns}
            rows={rows}
            loadRecordOf={async () =>
              ({ credential }) =>
                credential
              }
            fields={credentialFields}
          />
        }
      >
        {loadedText(all.length, reportedTotal)}
        {rows.length < all.length && `, ${rows.length} shown`}
      </TableFoot>
    </>
  );
}

/** "1 tool, 2 running campaigns", as far as records name it. */
function usersText({ tools, running_campaigns }: Pick<CredentialState, "tools" | "running_campaigns">) {
  if (tools + running_campaigns === 0) return "no use seen";
  const campaigns = running_campaigns > 0 ? `, ${countOf(running_campaigns, "running campaign")}` : "";
  return `${countOf(tools, "tool")}${campaigns}`;
}

function Changed({ row: { changedAt, state } }: { row: CredentialRow }) {
  if (changedAt) return <TimeText at={changedAt} variant="short-time" quiet />;
  if (!state?.changed_seen_at) return state ? <span className="text-ink-3">not seen</span> : "";
  return (
    <>
      seen <TimeText at={state.changed_seen_at} variant="short-time" quiet />
    </>
  );
}

function loadedText(loadedCount: number, reportedTotal: unknown) {
  if (reportedTotal === loadedCount) return `All ${loadedCount} loaded`;
  return reportedTotal === undefined || reportedTotal === null
    ? `${loadedCount} loaded`
    : `${loadedCount} loaded; the platform says ${formatRaw(reportedTotal)}`;
}

function NameCell({ row: { credential, isFailing } }: { row: CredentialRow }) {
  const { name, id, last_sync_error: error } = credential;
  if (rawRow in credential) return formatRaw(credential[rawRow]);
  return (
    <>
      <Shown value={name} />
      {name && id ? "" : <span className="text-ink-3"> ID {formatRaw(id)}</span>}
      {isFailing && hasSyncError(credential) && (
        <span className="line-clamp-2 block text-sm/[17px] text-fault-ink" title={error ?? undefined}>
          {visibleControls(firstSentence(error ?? ""))}
        </span>
      )}
    </>
  );
}

function OwnStatus({ word }: { word: unknown }) {
  const toneOf = useStatusMeaning("credentials");
  return <Status word={word} tone={toneOf("status", word)} />;
}

/** The first sentence of a text, or its beginning. */
export function firstSentence(text: string): string {
  const [sentence = ""] = /^.*?[.!?](?=\s|$)/s.exec(text.trim()) ?? [text.trim()];
  return sentence.length > longestError ? `${sentence.slice(0, longestError)}…` : sentence;
}

const longestError = 200;

/** Shown as a problem if `last_sync_error` is set, whatever the status word. */
export function SyncStatus({ credential, pill = false }: { credential: Credential; pill?: boolean }) {
  const toneOf = useStatusMeaning("credentials");
  const { last_sync_status: word, last_sync_error: error } = credential;
  const tone = hasSyncError(credential) ? "fault" : toneOf("last_sync_status", word);
  return <Status word={word} tone={tone} pill={pill} {...(error ? { title: error } : {})} />;
}
