"use client";

import type { ReactNode } from "react";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
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

// `deferred` forgets that the columns are those of rows of any kind.
const ColumnsMenu = Deferred as <Row>(props: ColumnsMenuProps<Row>) => ReactNode;

export type TableToolsProps<Row> = {
  name: string;
  columns: readonly DataColumn<Row>[];
  /** What *Export CSV* writes: the rows as they are filtered now. A table whose rows the server exports gives none. */
  rows?: readonly Row[];
} & Pick<ExportCsvProps<Row>, "fields" | "recordOf" | "note">;

/** The Columns menu, the density switch and the export of the table called `name`. */
export function TableTools<Row>({ name, columns, rows, ...exported }: TableToolsProps<Row>) {
  const { view, change } = useTableView(name, columns);
  useAtRest(Deferred.load);
  const trigger = (
    <Button size="small" variant="bare" icon="cols">
      Columns
    </Button>
  );
  return (
    <>
      {rows && <ExportCsv name={name} columns={columns} rows={rows} {...exported} />}
      <Popover trigger={trigger} label="Columns" align="end" look="columns">
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
  /** A sheet holds records, each field under its own key: these first, whether or not a row has them. */
  fields?: readonly string[];
  /** The record that a sheet holds of a row, where that is not the row itself. */
  recordOf?: (row: Row) => object;
  /** What whoever takes the file should know of it. */
  note?: string;
};

/** The rows as a file for a spreadsheet: as filtered, raw, hidden columns too. What writes it is fetched on the press. */
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
      Export CSV
    </Button>
  );
}
