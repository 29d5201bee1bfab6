"use client";

import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { useToast } from "@/components/ui/toast";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { numbersCsv } from "./numbers-csv";

type ExportNumbersProps = { numbers: readonly PhoneNumber[]; isWhole: boolean };

/** The rows as they are filtered now: of all numbers, or of this page while not all are loaded. */
export function ExportNumbers({ numbers, isWhole }: ExportNumbersProps) {
  const toast = useToast();
  const rows = `${numbers.length.toLocaleString("en-US")} ${numbers.length === 1 ? "number" : "numbers"}`;
  return (
    <Button
      icon="dl"
      disabled={numbers.length === 0}
      title={isWhole ? `Exports ${rows}, as filtered` : `Exports ${rows} of this page: not all are loaded`}
      onClick={() => {
        saveFile(
          `phone-numbers-${new Date().toISOString().slice(0, 10)}.csv`,
          numbersCsv(numbers),
          "text/csv;charset=utf-8",
        );
        toast({
          title: `Exported ${rows}`,
          body: isWhole
            ? "As filtered. Phone numbers carry a space so that spreadsheets keep the +."
            : "This page only. Phone numbers carry a space so that spreadsheets keep the +.",
        });
      }}
    >
      Export CSV
    </Button>
  );
}
