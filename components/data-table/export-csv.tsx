import { Button } from "@/components/ui/buttons/button";
import { useToast } from "@/components/ui/overlay/toast";
import type { ExportCsvProps } from "./save-csv";

/** Exports the filtered rows as CSV. The CSV code loads on click. */
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
