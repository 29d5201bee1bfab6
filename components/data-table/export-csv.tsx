import { useQuery } from "@tanstack/react-query";
import { useMe } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { useToast } from "@/components/ui/overlay/toast";
import { read } from "@/lib/client/query";
import { getConnectionStatus, platformName } from "@/lib/contract/console/connection";
import type { ExportCsvProps } from "./save-csv";

type TableCsvProps<Row> = Omit<ExportCsvProps<Row>, "recordOf"> & {
  /** Loads the function that makes a record of a row, on click. */
  loadRecordOf?: () => Promise<(row: Row) => object>;
};

/** Exports the filtered rows as CSV. The CSV code loads on click. */
export function ExportCsv<Row>({ loadRecordOf, ...table }: TableCsvProps<Row>) {
  const toast = useToast();
  const me = useMe();
  const platform = useQuery(read(getConnectionStatus, {})).data?.value;
  async function save() {
    try {
      const { saveCsv } = await import("./save-csv");
      const origin = { platform: platform ? platformName(platform) : "", by: me.name || me.email };
      toast(saveCsv({ ...table, ...(loadRecordOf ? { recordOf: await loadRecordOf() } : {}) }, origin));
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
