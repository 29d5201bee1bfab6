"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { goneRowClass } from "@/components/data-table/data-table-row";
import { ExportCsv } from "@/components/data-table/table-tools";
import { QueryView } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { knownName, listSaved, type SavedRecord } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { visibleControls } from "@/lib/format/format-raw";
import { ForgetButton } from "./forget-button";
import { OpenSample } from "./open-sample";
import { PinButton } from "./pin-button";
import { SavedSelection, SelectAll, SelectRow, selectableRowClass, selectColumn } from "./row-selection";

export type SavedListProps = {
  resource: string;
  /** The table's name to a screen reader, and in words: "campaigns". */
  plural: string;
  empty: ReactNode;
};

/** The records of one resource that people here opened, pinned or labelled: the list that the API does not have. */
export function SavedList({ resource, plural, empty }: SavedListProps) {
  const url = useUrlState();
  const saved = useQuery(read(listSaved, { resource }));
  const columns = useMemo(() => savedColumns(resource), [resource]);
  const text = url.get("text")?.toLowerCase();
  const count = saved.data?.value.data.length;
  const rows = useMemo(() => {
    const all = saved.data?.value.data ?? [];
    return text ? all.filter((each) => isNamed(each, text)) : all;
  }, [saved.data, text]);
  const shown = useMemo(() => rows.map(selectedOf), [rows]);

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-t border-rule px-(--gutter) py-[9px] max-narrow:*:flex-none max-narrow:[&_input]:w-full max-narrow:[&>label]:flex-[1_1_100%] print:hidden">
        <h2 className="text-md font-semibold tracking-[-0.004em]">Known {plural}</h2>
        {count !== undefined && <span className="text-ink-3">{count}</span>}
        <span className="min-w-0 flex-1 max-narrow:hidden" />
        <UrlSearchField label="Name or ID" />
        <ExportCsv name={resource} columns={columns} rows={rows} recordOf={sheetRecord} />
        <AddButton resource={resource} plural={plural} />
      </div>
      <QueryView
        query={saved}
        label={`saved ${plural}`}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <div className="px-(--gutter) pt-4 pb-[18px]">
            <StateMessage kind="empty" heading={`No ${plural} yet`} actions={<OpenSample resource={resource} />}>
              {empty}
            </StateMessage>
          </div>
        }
      >
        {() => (
          <SavedSelection resource={resource} plural={plural} shown={shown}>
            <DataTable
              name={`saved-${resource}`}
              caption={`Known ${plural}`}
              columns={columns}
              rows={rows}
              rowId={({ ref }) => ref}
              rowHref={({ ref }) => `/${resource}/${idToPath(ref)}`}
              rowClassName={({ not_found_since }) => `${selectableRowClass} ${not_found_since ? goneRowClass : ""}`}
            />
            {rows.length === 0 && (
              <p className="px-(--gutter) pt-4 pb-[18px] text-sm/[17px] text-ink-3">No match for this name or ID.</p>
            )}
          </SavedSelection>
        )}
      </QueryView>
    </>
  );
}

const AddRecords = deferred(async () => (await import("./add-records")).AddRecords);

/** For a column of IDs: they are known here without being opened one by one. */
export function AddButton({ resource, plural }: { resource: string; plural: string }) {
  const [isOpen, setIsOpen] = useState(false);
  useAtRest(AddRecords.load);
  return (
    <>
      <Button size="small" icon="plus" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Add {plural}
      </Button>
      {isOpen && <AddRecords resource={resource} plural={plural} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const selectedOf = (saved: SavedRecord) => ({ ref: saved.ref, title: titleOf(saved), isPinned: saved.pinned });

/** A saved record in a sheet. */
const sheetRecord = (saved: SavedRecord) => ({
  id: saved.ref,
  name: saved.name,
  label: saved.label,
  status: saved.last_status_word,
  last_read: saved.last_seen_at,
  source: sourceMessage(saved),
  pinned: saved.pinned,
  not_found_since: saved.not_found_since,
});

const isNamed = ({ label, name, ref }: SavedRecord, text: string) =>
  [label, name, ref].some((each) => each?.toLowerCase().includes(text));

/** The columns that every list of saved records has. */
function savedColumns(resource: string): DataColumn<SavedRecord>[] {
  return [
    {
      ...selectColumn,
      headerNote: <SelectAll />,
      cell: (saved) => <SelectRow id={saved.ref} title={titleOf(saved)} />,
    },
    {
      id: "name",
      header: "Name",
      cell: (saved) => <Named record={saved} isGone={saved.not_found_since !== null} />,
      sortBy: titleOf,
      isRowHeader: true,
    },
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
      cell: ({ last_seen_at: at }) =>
        at ? <TimeText at={at} variant="relative" quiet /> : <span className="text-ink-3">—</span>,
      sortBy: ({ last_seen_at }) => last_seen_at,
      fit: true,
      className: "max-narrow:hidden",
    },
    {
      id: "by",
      header: "Source",
      cell: (saved) => sourceMessage(saved),
      sortBy: (saved) => sourceMessage(saved),
      fit: true,
      className: "max-narrow:hidden",
    },
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

/** How an ID came to be known: "opened by Mara Okafor", "named by a call". */
export function sourceMessage({ opened_by, last_seen_at, named_by }: SavedRecord): string {
  if (opened_by) return `${last_seen_at ? "opened" : "added"} by ${opened_by}`;
  const noun = named_by && nouns[named_by.resource];
  return named_by ? `named by ${noun ?? named_by.resource}` : "—";
}

const nouns: Partial<Record<string, string>> = {
  assistants: "an assistant",
  calls: "a call",
  campaigns: "a campaign",
  "phone-numbers": "a phone number",
  tools: "a tool",
  workflows: "a workflow",
};

const titleOf = (saved: NamedProps["record"]) => visibleControls(knownName(saved) ?? saved.ref);

type NamedProps = { record: Pick<SavedRecord, "label" | "name" | "ref">; isGone: boolean };

/** Label of a record in a list, with the platform's name if that differs. */
export function Named({ record, isGone }: NamedProps) {
  const { label, name } = record;
  return (
    <>
      <b className={isGone ? "font-normal" : "font-[550]"}>{titleOf(record)}</b>
      {label && name && label !== name && <span className="text-ink-3"> {visibleControls(name)}</span>}
    </>
  );
}

function LastStatus({ resource, saved }: { resource: string; saved: SavedRecord }) {
  const toneOf = useStatusMeaning(resource);
  const { last_status_word: word, not_found_since } = saved;
  if (not_found_since)
    return (
      <span className="text-ink-2">
        Not found since <TimeText at={not_found_since} variant="short-day" quiet />
      </span>
    );
  return word === null ? <span className="text-ink-3">—</span> : <Status word={word} tone={toneOf("status", word)} />;
}

function Keep({ resource, saved }: { resource: string; saved: SavedRecord }) {
  if (saved.not_found_since) return <ForgetButton resource={resource} id={saved.ref} name={titleOf(saved)} />;
  return <PinButton resource={resource} id={saved.ref} name={titleOf(saved)} isPinned={saved.pinned} isIcon />;
}
