import type { DataColumn } from "@/components/data-table/data-columns";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { ForgetButton } from "./forget-button";
import { overLimit } from "./over-limit";
import { isGone, type RegistryRow, titleOf } from "./registry-row";
import { SelectAll, SelectRow } from "./row-selection";

const name: DataColumn<RegistryRow> = {
  id: "name",
  header: "Name",
  cell: (row) => <RecordName row={row} />,
  sortBy: titleOf,
  isRowHeader: true,
};

export function registryColumns(resource: string) {
  return {
    select: {
      id: "select",
      header: "",
      headerNote: <SelectAll />,
      cell: (row) => <SelectRow id={row.id} title={titleOf(row)} />,
      className:
        "narrow:w-11 [td&]:overflow-visible max-narrow:col-start-1 max-narrow:row-span-2 max-narrow:row-start-1",
    },
    name,
    /** In place of `name`, if the list has no column for the ID. */
    nameWithId: {
      ...name,
      cell: (row) => <NameWithId row={row} />,
      className: "narrow:py-[7px] [td&]:whitespace-normal",
    },
    status: {
      id: "status",
      header: "Status",
      cell: (row) => <LastStatus resource={resource} row={row} />,
      sortBy: ({ status }) => status,
      fit: true,
      className: "[--fit:250px] max-narrow:text-right",
    },
    id: { id: "id", header: "ID", cell: ({ id }) => <CopyId id={id} quiet />, fit: true },
  } satisfies Record<string, DataColumn<RegistryRow>>;
}

export const dash = <span className="text-ink-3">—</span>;

function RecordName({ row }: { row: RegistryRow }) {
  const { label, name, isNamesake } = row;
  if (!label && !name) return <code>{titleOf(row)}</code>;
  return (
    <>
      <b className={isGone(row) ? "font-normal" : "font-[550]"}>{titleOf(row)}</b>
      {label && name && label !== name && <span className="text-ink-3"> {visibleControls(name)}</span>}
      {isNamesake && <code className="text-sm text-ink-3"> {shortenId(row.id)}</code>}
    </>
  );
}

function NameWithId({ row }: { row: RegistryRow }) {
  return (
    <span className="inline-block max-w-full align-middle">
      <span className="block truncate" title={titleOf(row)}>
        <RecordName row={row} />
      </span>
      <span className="block truncate font-mono text-sm/[17px] tracking-[-0.02em] text-ink-3" title={row.id}>
        {shortenId(row.id)}
      </span>
    </span>
  );
}

function LastStatus({ resource, row }: { resource: string; row: RegistryRow }) {
  const toneOf = useStatusMeaning(resource);
  const { status, not_found_since, limit_at } = row;
  if (!isGone(row) && limit_at !== undefined) return <CallStatus status={status} limit_at={limit_at} />;
  if (!isGone(row)) return status === null ? dash : <Status word={status} tone={toneOf("status", status)} />;
  return (
    <span className="text-ink-2">
      Not found{" "}
      {not_found_since && (
        <>
          since <TimeText at={not_found_since} variant="short-day" quiet />{" "}
          <ForgetButton resource={resource} id={row.id} name={titleOf(row)} />
        </>
      )}
    </span>
  );
}

function CallStatus({ status, limit_at }: { status: string | null; limit_at: string }) {
  const toneOf = useStatusMeaning("calls");
  const over = overLimit(limit_at, useNow(60_000));
  if (over === undefined) return <Status word={status} tone={toneOf("status", status)} />;
  return (
    <>
      <Status word={status} tone="wait" />
      <small className="block text-sm/[17px] text-wait-ink">{over} past its limit</small>
    </>
  );
}
