import { ExportLink } from "@/components/query/export-link";
import { menuItemClass, menuNoteClass } from "@/components/ui/overlay/layer-class";
import { exportDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { countOf } from "@/lib/format/format-count";
import type { WebhookLogState } from "./use-webhook-log";

const formats = [
  { format: "csv", label: "CSV, for a spreadsheet" },
  { format: "jsonl", label: "JSON Lines, with every field" },
] as const;

export function ExportLinks({ input, total }: { input: WebhookLogState["input"]; total: number }) {
  return (
    <>
      <p className={menuNoteClass}>{countOf(total, "delivery", "deliveries")}, as filtered, times in UTC</p>
      {formats.map(({ format, label }) => (
        <ExportLink key={format} op={exportDeliveries} input={{ ...input, format }} className={menuItemClass}>
          {label}
        </ExportLink>
      ))}
    </>
  );
}
