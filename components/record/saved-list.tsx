"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { SearchField } from "@/components/ui/search-field";
import { StateFace } from "@/components/ui/state-face";
import { useUrlState } from "@/components/ui/use-url-state";
import { read } from "@/lib/client/query";
import { listSaved, type SavedRecord } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { savedColumns } from "./saved-columns";

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
