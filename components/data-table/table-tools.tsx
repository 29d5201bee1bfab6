"use client";

import { saveFile } from "@/components/ui/browser/save-file";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { Popover } from "@/components/ui/overlay/popover";
import { useToast } from "@/components/ui/overlay/toast";
import { countOf } from "@/lib/format/format-count";
import type { DataColumn } from "./data-columns";
import { type TableView, useTableView } from "./table-view";

export type TableToolsProps<Row> = {
  name: string;
  columns: readonly DataColumn<Row>[];
  /** What *Export CSV* writes: the rows as they are filtered now. A table whose rows the server exports gives none. */
  rows?: readonly Row[];
} & Pick<ExportCsvProps<Row>, "fields" | "recordOf" | "note">;

/** The Columns menu, the density switch and the export of the table called `name`. */
export function TableTools<Row>({ name, columns, rows, ...exported }: TableToolsProps<Row>) {
  const { view, change, reset } = useTableView(name, columns);
  const trigger = (
    <Button size="small" variant="bare" icon="cols">
      Columns
    </Button>
  );
  return (
    <>
      {rows && <ExportCsv name={name} columns={columns} rows={rows} {...exported} />}
      <Popover trigger={trigger} label="Columns" align="end" look="columns">
        <ul className="grid min-w-[236px] gap-0.5 overflow-auto p-1.5">
          {view.order.map((id, at) => (
            <ColumnEntry key={id} header={headerOf(columns, id)} id={id} at={at} view={view} onChange={change} />
          ))}
        </ul>
        <Button
          size="small"
          variant="bare"
          icon="undo"
          className="mt-1 flex-none justify-start rounded-[0_0_4px_4px] border-t-rule"
          onClick={reset}
        >
          Reset
        </Button>
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
      saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, text, "text/csv;charset=utf-8");
      toast({ title: `Exported ${countOf(rows.length, "row")}`, body: note ?? "All that the filters let through." });
    } catch {
      toast({
        tone: "fault",
        title: "Nothing was exported",
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

type ColumnEntryProps = {
  id: string;
  header: string;
  at: number;
  view: TableView;
  onChange: (part: Partial<TableView>) => void;
};

function ColumnEntry({ id, header, at, view, onChange }: ColumnEntryProps) {
  const shownCount = view.order.filter((each) => view.shown[each]).length;
  const isShown = view.shown[id] ?? true;
  return (
    <li className="flex min-h-7 items-center gap-1 pr-0.5 pl-1.5">
      <Checkbox
        className="flex-1"
        checked={isShown}
        disabled={isShown && shownCount === 1}
        onChange={(event) => onChange({ shown: { ...view.shown, [id]: event.target.checked } })}
      >
        {header}
      </Checkbox>
      <IconButton
        icon="up-small"
        label={`Move ${header} left`}
        disabled={at === 0}
        onClick={() => onChange({ order: moved(view.order, at, -1) })}
      />
      <IconButton
        icon="down"
        label={`Move ${header} right`}
        disabled={at === view.order.length - 1}
        onClick={() => onChange({ order: moved(view.order, at, 1) })}
      />
    </li>
  );
}

const headerOf = <Row,>(columns: readonly DataColumn<Row>[], id: string) =>
  columns.find((column) => column.id === id)?.header ?? id;

function moved(order: readonly string[], at: number, by: number): string[] {
  const next = [...order];
  const [taken] = next.splice(at, 1);
  if (taken !== undefined) next.splice(at + by, 0, taken);
  return next;
}
