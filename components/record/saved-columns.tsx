"use client";

import type { DataColumn } from "@/components/data-table/data-columns";
import { Status } from "@/components/status/status";
import { useReading } from "@/components/status/use-status-meaning";
import { CopyId } from "@/components/ui/copy-id";
import { TimeText } from "@/components/ui/time-text";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { visibleControls } from "@/lib/format/visible-controls";
import { ForgetButton } from "./forget-button";
import { PinButton } from "./pin-button";

/** The columns that every list of saved records has. */
export function savedColumns(resource: string, more: readonly DataColumn<SavedRecord>[]): DataColumn<SavedRecord>[] {
  return [
    { id: "name", header: "Name", cell: (saved) => <Named saved={saved} />, sortBy: titleOf, isRowHeader: true },
    {
      id: "status",
      header: "Status",
      cell: (saved) => <LastStatus resource={resource} saved={saved} />,
      sortBy: ({ last_status_word }) => last_status_word,
      fit: true,
    },
    { id: "id", header: "ID", cell: ({ ref }) => <CopyId id={ref} quiet />, fit: true },
    {
      id: "seen",
      header: "Last read",
      cell: ({ last_seen_at }) => <TimeText at={last_seen_at} variant="relative" quiet />,
      sortBy: ({ last_seen_at }) => last_seen_at,
      fit: true,
      className: "c-hide",
    },
    {
      id: "by",
      header: "Opened by",
      cell: ({ opened_by }) => opened_by ?? "—",
      sortBy: ({ opened_by }) => opened_by,
      fit: true,
      className: "c-hide",
    },
    ...more,
    {
      id: "keep",
      header: "Pin",
      cell: (saved) => <Keep resource={resource} saved={saved} />,
      sortBy: ({ pinned }) => (pinned ? 0 : 1),
      fit: true,
      num: true,
    },
  ];
}

export const titleOf = ({ label, name, ref }: SavedRecord) => visibleControls(label ?? name ?? ref);

function Named({ saved }: { saved: SavedRecord }) {
  const { label, name } = saved;
  return (
    <>
      <b className="saved-name">{titleOf(saved)}</b>
      {label && name && label !== name && <span className="faint"> {name}</span>}
    </>
  );
}

function LastStatus({ resource, saved }: { resource: string; saved: SavedRecord }) {
  const reading = useReading(resource);
  const { last_status_word: word, not_found_since } = saved;
  if (not_found_since)
    return (
      <span className="dim">
        Not found since <TimeText at={not_found_since} variant="short-day" quiet />
      </span>
    );
  return word === null ? <span className="faint">—</span> : <Status word={word} reading={reading("status", word)} />;
}

function Keep({ resource, saved }: { resource: string; saved: SavedRecord }) {
  if (saved.not_found_since) return <ForgetButton resource={resource} id={saved.ref} name={titleOf(saved)} />;
  return <PinButton resource={resource} id={saved.ref} name={titleOf(saved)} isPinned={saved.pinned} isIcon />;
}
