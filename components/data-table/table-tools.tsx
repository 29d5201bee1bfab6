import type { ReactNode } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Popover } from "@/components/ui/overlay/popover";
import { useToast } from "@/components/ui/overlay/toast";
import type { ColumnsMenuProps } from "./columns-menu";
import type { DataColumn } from "./data-columns";
import type { ExportCsvProps } from "./save-csv";
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

/** Exports the filtered rows as CSV, including hidden columns. The CSV code loads on click. */
export function ExportCsv<Row>(table: ExportCsvProps<Row>) {
  const toast = useToast();
  async function save() {
    try {
      const { saveCsv } = await import("./save-csv");
      toast(saveCsv(table));
    } catch {
      toast({
        tone: "fault",
        title: "Export failed",
        body: "A part of this page could not be loaded. Try again.",
      });
    }
  }
  return (
    <Button size="small" variant="bare" icon="dl" disabled={table.rows.length === 0} onClick={() => void save()}>
      CSV
    </Button>
  );
}
