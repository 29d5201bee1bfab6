import { StatusIcon } from "@/components/ui/status-icon";
import type { Tone } from "@/components/ui/tone";
import { formatRaw } from "@/lib/format/format-raw";

export const UNKNOWN_TITLE = "Value not in the API contract, shown as received";

export type StatusProps = { word: unknown; tone: Tone; pill?: boolean; title?: string };

export function Status({ word, tone, pill = false, title }: StatusProps) {
  return (
    <span
      className={`st ${tone} ${pill ? "pill" : ""}`}
      title={title ?? (tone === "unknown" ? UNKNOWN_TITLE : undefined)}
    >
      <StatusIcon tone={tone} />
      <span>{formatRaw(word)}</span>
    </span>
  );
}
