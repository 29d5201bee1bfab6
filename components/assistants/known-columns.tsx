"use client";

import type { DataColumn } from "@/components/data-table/data-columns";
import { ForgetButton } from "@/components/registry/forget-button";
import { PinButton } from "@/components/registry/pin-button";
import { Named } from "@/components/registry/registry-list";
import { SelectAll, SelectRow, selectColumn } from "@/components/registry/row-selection";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TimeText } from "@/components/ui/time/time-text";
import { knownName } from "@/lib/contract/console/saved";
import { visibleControls } from "@/lib/format/format-raw";
import { type AssistantRow, sourceText } from "./use-known-assistants";

export const titleOf = ({ id, name, saved }: AssistantRow) =>
  visibleControls(knownName({ label: saved?.label, name }) ?? id);

export const knownColumns: readonly DataColumn<AssistantRow>[] = [
  { ...selectColumn, headerNote: <SelectAll />, cell: (row) => <SelectRow id={row.id} title={titleOf(row)} /> },
  {
    id: "name",
    header: "Name",
    cell: (row) =>
      row.name || row.saved?.label ? (
        <Named record={{ ref: row.id, name: row.name ?? null, label: row.saved?.label ?? null }} isGone={false} />
      ) : (
        <code>{row.id}</code>
      ),
    sortBy: titleOf,
    isRowHeader: true,
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => <RowStatus row={row} />,
    sortBy: ({ status }) => status,
    fit: true,
    className: "[--fit:180px] max-mid:[--fit:148px]",
  },
  {
    id: "language",
    header: "Language",
    cell: ({ language }) =>
      language ? <code>{visibleControls(language)}</code> : <span className="text-ink-3">—</span>,
    sortBy: ({ language }) => language,
    fit: true,
    className: "[--fit:100px] max-mid:hidden",
  },
  {
    id: "id",
    header: "ID",
    cell: ({ id }) => <CopyId id={id} whole quiet />,
    fit: true,
    className:
      "[--fit:290px] max-narrow:hidden [&_button]:block [&_button]:truncate [&_button>svg]:ml-[5px] [&_button>svg]:inline",
  },
  {
    id: "because",
    header: "Source",
    cell: (row) => <span className="text-ink-2">{sourceText(row)}</span>,
    sortBy: ({ numberCount }) => -numberCount,
    className: "max-narrow:order-3",
  },
  {
    id: "read",
    header: "Last read",
    cell: ({ saved }) =>
      saved?.last_seen_at ? (
        <TimeText at={saved.last_seen_at} variant="relative" quiet />
      ) : (
        <span className="text-ink-3">—</span>
      ),
    sortBy: ({ saved }) => saved?.last_seen_at,
    fit: true,
    num: true,
    className: "max-narrow:hidden",
  },
  {
    id: "keep",
    header: "Pin",
    cell: (row) => <PinCell row={row} />,
    fit: true,
    num: true,
    className: "max-narrow:order-4",
  },
];

function RowStatus({ row }: { row: AssistantRow }) {
  const toneOf = useStatusMeaning("assistants");
  const { isGone, goneSince, status } = row;
  if (isGone)
    return (
      <span className="text-ink-2">
        Not found
        {goneSince && (
          <>
            {" "}
            since <TimeText at={goneSince} variant="short-day" quiet />
          </>
        )}
      </span>
    );
  if (status === undefined) return <span className="text-ink-3">—</span>;
  return <Status word={status} tone={toneOf("status", status)} />;
}

function PinCell({ row }: { row: AssistantRow }) {
  const { id, isGone, saved } = row;
  if (isGone && saved) return <ForgetButton resource="assistants" id={id} name={titleOf(row)} />;
  return <PinButton resource="assistants" id={id} name={titleOf(row)} isPinned={saved?.pinned ?? false} isIcon />;
}
