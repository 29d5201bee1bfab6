import { StatusIcon } from "@/components/ui/status-icon";
import type { Reading } from "@/components/ui/tone";
import { formatRaw } from "@/lib/format/format-raw";

export const ODD_TITLE = "Value not in the API contract, shown as received";

export type StatusProps = { word: unknown; reading: Reading; pill?: boolean; title?: string };

export function Status({ word, reading, pill = false, title }: StatusProps) {
  return (
    <span
      className={`st ${reading} ${pill ? "pill" : ""}`}
      title={title ?? (reading === "odd" ? ODD_TITLE : undefined)}
    >
      <StatusIcon reading={reading} />
      <span>{formatRaw(word)}</span>
    </span>
  );
}
