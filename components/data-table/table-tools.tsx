import type { ReactNode } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { saveFile } from "@/components/ui/browser/save-file";
import { Button } from "@/components/ui/buttons/button";
import { Popover } from "@/components/ui/overlay/popover";
import { useToast } from "@/components/ui/overlay/toast";
import { clock } from "@/lib/clock";
import { countOf } from "@/lib/format/format-count";
import type { ColumnsMenuProps } from "./columns-menu";
import type { DataColumn } from "./data-columns";
import { useTableView } from "./table-view";

const Deferred = deferred(async () => (await import("./columns-menu")).ColumnsMenu);

// `deferred` loses the generic parameter.
const ColumnsMenu = Deferred as <Row>(props: ColumnsMenuProps<Row>) => ReactNode;

export type TableToolsProps<Row> = {
  name: string;
  columns: readonly DataColumn<Row>[];
};

export function TableTools<Row>({ name, columns }: TableToolsProps<Row>) {
  const { view, change } = useTableView(name, columns);
  const trigger = (
    <Button size="small" variant="bare" icon="cols">
      Columns
    </Button>
  );
  return (
    <>
      <Popover trigger={trigger} label="Columns" load={Deferred.load} align="end" look="columns">
        <ColumnsMenu name={name} columns={columns} />
      </Popover>
      <Button
        size="small"
        variant="bare"
        icon="rows"
        aria-pressed={view.isCompact}
        onClick={() => change({ isCompact: !view.isCompact })}
      >
        Compact
      </Button>
    </>
  );
}

export type ExportCsvProps<Row> = {
  name: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  /** Exports records with one column per field. These fields always come first. */
  fields?: readonly string[];
  recordOf?: (row: Row) => object;
  note?: string;
};

/** Exports the filtered rows as CSV, including hidden columns. The CSV code loads on click. */
export function ExportCsv<Row>({ name, columns, rows, fields, recordOf, note }: ExportCsvProps<Row>) {
  const toast = useToast();
  async function save() {
    try {
      const { columnsCsv, fieldsCsv } = await import("./table-csv");
      const isOfRecords = fields !== undefined || recordOf !== undefined;
      const text = isOfRecords
        ? fieldsCsv(
            fields ?? [],
            rows.map((row): object => (recordOf ? recordOf(row) : Object(row))),
          )
        : columnsCsv(columns, rows);
      saveFile(`${name}-${clock.now().toISOString().slice(0, 10)}.csv`, text, "text/csv;charset=utf-8");
      toast({ title: `Exported ${countOf(rows.length, "row")}`, body: note ?? "All rows of this table." });
    } catch {
      toast({
        tone: "fault",
        title: "Export failed",
        body: "A part of this page could not be loaded. Try again.",
      });
    }
  }
  return (
    <Button size="small" variant="bare" icon="dl" disabled={rows.length === 0} onClick={() => void save()}>
      CSV
    </Button>
  );
}
