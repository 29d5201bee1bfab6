"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { read } from "@/lib/client/query";
import { idToPath } from "@/lib/contract/identifier";
import { listSaved, type SavedRecord } from "@/lib/contract/saved";
import type { DataColumn } from "./data-columns";
import { DataTable } from "./data-table";
import { QueryView } from "./query-view";
import { savedColumns } from "./saved-columns";
import { SearchField } from "./search-field";
import { StateFace } from "./state-face";
import { useUrlState } from "./use-url-state";

export type SavedListProps = {
  resource: string;
  title: string;
  /** The table's name to a screen reader, and in words: "campaigns". */
  plural: string;
  /** Columns of this resource alone, before the pin. */
  more?: readonly DataColumn<SavedRecord>[];
  empty: ReactNode;
};

/** The records of one resource that people here opened, pinned or labelled: the list that the API does not have. */
export function SavedList({ resource, title, plural, more, empty }: SavedListProps) {
  const url = useUrlState();
  const saved = useQuery(read(listSaved, { resource }));
  const columns = useMemo(() => savedColumns(resource, more ?? []), [resource, more]);
  const text = url.get("text")?.toLowerCase();
  const count = saved.data?.value.data.length;

  return (
    <>
      <div className="bar names">
        <h2 className="h2">{title}</h2>
        {count !== undefined && <span className="faint">{count}</span>}
        <span className="grow" />
        <SearchField
          label="Name or ID"
          defaultValue={url.get("text")}
          onChange={(event) => url.set({ text: event.target.value }, { replaces: true })}
        />
      </div>
      <QueryView
        query={saved}
        label={`saved ${plural}`}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <div className="bay">
            <StateFace face="empty" heading={`No ${plural} yet`}>
              {empty}
            </StateFace>
          </div>
        }
      >
        {({ value }) => {
          const rows = text ? value.data.filter((each) => isNamed(each, text)) : value.data;
          return (
            <>
              <DataTable
                name={`saved-${resource}`}
                caption={title}
                columns={columns}
                rows={rows}
                rowId={({ ref }) => ref}
                rowHref={({ ref }) => `/${resource}/${idToPath(ref)}`}
                rowClassName={({ not_found_since }) => (not_found_since ? "gone" : undefined)}
              />
              {rows.length === 0 && <p className="bay note">Nothing here has this name or ID.</p>}
            </>
          );
        }}
      </QueryView>
    </>
  );
}

const isNamed = ({ label, name, ref }: SavedRecord, text: string) =>
  [label, name, ref].some((each) => each?.toLowerCase().includes(text));
