import { type ReactNode, useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import type { TableSort } from "@/components/data-table/data-table-head";
import { goneRowClass } from "@/components/data-table/data-table-row";
import { ExportCsv, TableTools } from "@/components/data-table/table-tools";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button, LinkButton } from "@/components/ui/buttons/button";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { barClass, sectionClass } from "@/components/ui/page/section";
import { StateSection } from "@/components/ui/page/state-message";
import { addRecords, changeRecords } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { filterRows, isGone, type RegistryFilter, type RegistryRow, registryRecord } from "./registry-row";
import { RowSelection, type SelectionBarFor } from "./row-selection";

export type RegistryListProps<Row extends RegistryRow> = {
  resource: string;
  query: ReadQuery<unknown>;
  rows: readonly Row[];
  columns: readonly DataColumn<Row>[];
  recordOf?: (row: Row) => object;
  /** With filters the bar has a columns menu too. The page has its own heading and button to add records. */
  filters?: readonly RegistryFilter<Row>[];
  initialSort?: TableSort;
  /** Bar of actions on the selected rows. By default they can be pinned, labeled and forgotten. */
  bulk?: SelectionBarFor<Row>;
  empty: ReactNode;
  foot?: (found: readonly Row[], sort: TableSort | undefined) => ReactNode;
  children?: ReactNode;
};

const AddRecords = deferred(async () => (await import("./add-records")).AddRecords);
const BulkChanges = deferred(async () => (await import("./bulk-changes")).BulkChanges);

/** Records of one resource that this console knows by ID. The platform does not list them. */
export function RegistryList<Row extends RegistryRow>(props: RegistryListProps<Row>) {
  const { resource, query, rows, filters = [], children } = props;
  const mayChange = useMay(changeRecords);
  const columns = mayChange ? props.columns : props.columns.filter(({ id }) => id !== "select");
  const url = useUrlState();
  const [sort, setSort] = useState(props.initialSort);
  const found = filterRows(rows, url.get, filters);
  const clear = () =>
    url.set(Object.fromEntries(["text", ...filters.map(({ name }) => name)].map((name) => [name, undefined])));
  const changes: SelectionBarFor<Row> = (chosen, selection) =>
    chosen.length > 0 && <BulkChanges resource={resource} chosen={chosen} onClear={selection.clear} />;
  useAtRest(props.bulk ? undefined : BulkChanges.load);

  return (
    <>
      {(!props.filters || rows.length > 0) && <RegistryBar {...props} columns={columns} found={found} />}
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
            <DataTable
              name={resource}
              caption={headingOf(resource)}
              columns={columns}
              rows={found}
              rowId={rowId}
              sort={sort}
              onSortChange={setSort}
              rowHref={({ id }) => `/${resource}/${idToPath(id)}`}
              rowClassName={(row) => `${mayChange ? rowClass : readOnlyRowClass} ${isGone(row) ? goneRowClass : ""}`}
            />
            {found.length === 0 && (
              <p className={`${sectionClass} text-sm/[17px] text-ink-3`}>
                No matching {resource}. <LinkButton onClick={clear}>Clear filters</LinkButton>
              </p>
            )}
          </RowSelection>
        )}
      </QueryView>
      {query.data !== undefined && props.foot?.(found, sort)}
    </>
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

type BarProps<Row extends RegistryRow> = RegistryListProps<Row> & { found: readonly Row[] };

function RegistryBar<Row extends RegistryRow>(props: BarProps<Row>) {
  const { resource, query, rows, columns, recordOf = registryRecord, filters, found } = props;
  const url = useUrlState();
  const exported = { name: resource, columns: columns.filter(({ header }) => header !== ""), rows: found, recordOf };
  if (!filters)
    return (
      <search
        className={`${barClass({ wraps: true })} max-narrow:[&_input]:w-full max-narrow:[&>label]:flex-[1_1_100%]`}
      >
        <h2 className="text-md font-semibold tracking-[-0.004em]">{headingOf(resource)}</h2>
        {query.data !== undefined && <span className="text-ink-3">{rows.length}</span>}
        <span className="min-w-0 flex-1 max-narrow:hidden" />
        <UrlSearchField label="Name or ID" />
        <ExportCsv {...exported} />
        <AddButton resource={resource} />
      </search>
    );
  return (
    <search className={barClass()}>
      <UrlSearchField label="Name or ID" className="w-[212px]" />
      {filters.map(({ name, label, optionsOf }) => (
        <FilterChip
          key={name}
          name={label}
          options={optionsOf(rows)}
          value={url.get(name)}
          onChange={(value) => url.set({ [name]: value })}
        />
      ))}
      <span className="min-w-0 flex-1 max-narrow:hidden" />
      <TableTools {...exported} />
    </search>
  );
}

function AddButton({ resource }: { resource: string }) {
  const [isOpen, setIsOpen] = useState(false);
  useAtRest(AddRecords.load);
  if (!useMay(addRecords)) return null;
  return (
    <>
      <Button size="small" icon="plus" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Add {resource}
      </Button>
      {isOpen && <AddRecords resource={resource} onClose={() => setIsOpen(false)} />}
    </>
  );
}
