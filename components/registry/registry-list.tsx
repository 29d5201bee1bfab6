import { type ReactNode, useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable, type DataTableProps } from "@/components/data-table/data-table";
import type { TableSort } from "@/components/data-table/data-table-head";
import { goneRowClass } from "@/components/data-table/data-table-row";
import { ExportCsv } from "@/components/data-table/export-csv";
import { TableFoot } from "@/components/data-table/table-foot";
import { ListBar } from "@/components/list/list-bar";
import { type LocalListSpec, localOptions, matchingRows } from "@/components/list/list-spec";
import { NoRows } from "@/components/list/no-rows";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { deferred } from "@/components/ui/browser/deferred";
import { rowBoxes, useIntent } from "@/components/ui/browser/use-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { StateSection } from "@/components/ui/page/state-message";
import { addRecords, changeRecords } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { recordList } from "./record-list";
import { isGone, type RegistryRow, registryRecord } from "./registry-row";
import { RowSelection, type SelectionBarFor } from "./row-selection";

export type RegistryListProps<Row extends RegistryRow> = {
  resource: string;
  query: ReadQuery<unknown>;
  rows: readonly Row[];
  columns: readonly DataColumn<Row>[];
  /** Loads the function that makes the record of a row for CSV. */
  loadRecordOf?: () => Promise<(row: Row) => object>;
  /** A list with filters of its own. Its page has a heading and a button to add records. */
  list?: LocalListSpec<Row>;
  initialSort?: TableSort;
  /** Bar of actions on the selected rows. By default they can be labeled and forgotten. */
  bulk?: SelectionBarFor<Row>;
  empty: ReactNode;
  /** Counts of the rows. */
  foot?: (found: readonly Row[], sort: TableSort | undefined) => ReactNode;
  children?: ReactNode;
};

const AddRecords = deferred(async () => (await import("./add-records")).AddRecords);
const BulkChanges = deferred(async () => (await import("./bulk-changes")).BulkChanges);

/** Records of one resource that this console knows by ID. The platform does not list them. */
export function RegistryList<Row extends RegistryRow>(props: RegistryListProps<Row>) {
  const { resource, query, rows, children } = props;
  const list: LocalListSpec<Row> = props.list ?? recordList(resource);
  const mayChange = useMay(changeRecords);
  const columns = mayChange ? props.columns : props.columns.filter(({ id }) => id !== "select");
  const url = useUrlState();
  const [sort, setSort] = useState(props.initialSort);
  const found = matchingRows(list, rows, url.get);
  const options = localOptions(list, rows);
  const changes: SelectionBarFor<Row> = (chosen, selection) =>
    chosen.length > 0 && <BulkChanges resource={resource} chosen={chosen} onClear={selection.clear} />;
  useIntent(rowBoxes, props.bulk ? undefined : BulkChanges.load);

  return (
    <>
      {!props.list && <RegistryHead resource={resource} count={query.data && rows.length} />}
      {rows.length > 0 && <ListBar spec={list} options={options} />}
      {children}
      <QueryView
        query={query}
        label={resource}
        isEmpty={() => rows.length === 0}
        empty={
          <StateSection isRuled kind="empty" heading={`No ${resource} yet`}>
            {props.empty}
          </StateSection>
        }
      >
        {() => (
          <RowSelection rows={mayChange ? found : []} bar={props.bulk ?? changes}>
            <RegistryTable {...{ resource, columns, mayChange, sort }} rows={found} onSortChange={setSort} />
            {found.length === 0 && <NoRows spec={list} options={options} none={props.empty} />}
          </RowSelection>
        )}
      </QueryView>
      {query.data !== undefined && rows.length > 0 && (
        <TableFoot
          end={
            <ExportCsv
              name={resource}
              columns={columns.filter(({ header }) => header !== "")}
              rows={found}
              loadRecordOf={props.loadRecordOf ?? (async () => registryRecord)}
            />
          }
        >
          {props.foot?.(found, sort)}
        </TableFoot>
      )}
    </>
  );
}

type RegistryTableProps<Row> = Pick<DataTableProps<Row>, "columns" | "rows" | "sort" | "onSortChange"> & {
  resource: string;
  mayChange: boolean;
};

function RegistryTable<Row extends RegistryRow>({ resource, mayChange, ...table }: RegistryTableProps<Row>) {
  return (
    <DataTable
      {...table}
      name={resource}
      caption={headingOf(resource)}
      rowId={rowId}
      rowHref={({ id }) => `/${resource}/${idToPath(id)}`}
      rowClassName={(row) => `${mayChange ? rowClass : readOnlyRowClass} ${isGone(row) ? goneRowClass : ""}`}
    />
  );
}

const rowId = ({ id }: RegistryRow) => id;

/** "Assistants in Switchboard": the platform has more than these. */
const headingOf = (resource: string) => `${resource.slice(0, 1).toUpperCase()}${resource.slice(1)} in Switchboard`;

const rowClass = [
  "max-narrow:grid-cols-[28px_minmax(0,1fr)_fit-content(45%)]! narrow:has-checked:*:bg-pick! max-narrow:has-checked:bg-pick!",
  "narrow:has-checked:*:first:[background:linear-gradient(var(--accent),var(--accent))_9px_50%/3px_16px_no-repeat,var(--pick)]!",
].join(" ");

/** On a phone, nothing takes the place of the checkbox. */
const readOnlyRowClass = [
  "max-narrow:grid-cols-[0px_minmax(0,1fr)_fit-content(45%)]! max-narrow:before:content-['']",
  "max-narrow:before:col-start-1 max-narrow:before:row-span-2 max-narrow:before:row-start-1",
].join(" ");

function RegistryHead({ resource, count }: { resource: string; count: number | undefined }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-t border-rule px-(--gutter) pt-[9px] print:hidden">
      <h2 className="text-md font-semibold tracking-[-0.004em]">{headingOf(resource)}</h2>
      {count !== undefined && <span className="text-ink-3">{count}</span>}
      <span className="min-w-0 flex-1" />
      <AddButton resource={resource} />
    </div>
  );
}

function AddButton({ resource }: { resource: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay(addRecords)) return null;
  return (
    <>
      <Button size="small" icon="plus" aria-haspopup="dialog" load={AddRecords.load} onClick={() => setIsOpen(true)}>
        Add {resource}
      </Button>
      {isOpen && <AddRecords resource={resource} onClose={() => setIsOpen(false)} />}
    </>
  );
}
