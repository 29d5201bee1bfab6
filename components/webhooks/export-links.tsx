import { menuItemClass, menuNoteClass } from "@/components/ui/overlay/layer-class";
import { exportDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { pathOf } from "@/lib/contract/match";
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
        <a
          key={format}
          className={menuItemClass}
          href={`/api${pathOf(exportDeliveries, { ...input, format })}`}
          download
        >
          {label}
        </a>
      ))}
    </>
  );
}
