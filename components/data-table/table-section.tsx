import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { Section, type SectionProps } from "@/components/ui/page/section";
import { DataTable, type DataTableProps } from "./data-table";
import { TableFoot } from "./table-foot";

type TableSectionProps<Row> = Omit<SectionProps, "title" | "children"> &
  Pick<DataTableProps<Row>, "name" | "columns" | "rowId"> & {
    title: string;
    query: ReadQuery<{ data: readonly Row[] }>;
    /** Name of the data, as in "Loading {label}". */
    label: string;
    empty?: ReactNode;
    foot?: ReactNode;
  };

/** A table that is read, and is not worth a file. */
export function TableSection<Row>(props: TableSectionProps<Row>) {
  const { title, query, label, empty, name, columns, rowId, foot, flush = true, ...section } = props;
  return (
    <Section title={title} flush={flush} {...section}>
      <QueryView query={query} label={label} isEmpty={({ data }) => data.length === 0} empty={empty}>
        {({ value }) => (
          <>
            <DataTable name={name} caption={title} columns={columns} rows={value.data} rowId={rowId} />
            {foot && <TableFoot>{foot}</TableFoot>}
          </>
        )}
      </QueryView>
    </Section>
  );
}
