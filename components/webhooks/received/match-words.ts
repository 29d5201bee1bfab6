import type { Tone } from "@/components/ui/buttons/status-icon";
import type { LogMatch } from "@/lib/contract/console/inbox/received";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";

type Words = { tone: Tone; text: string };

export function answerWords(match: LogMatch | undefined): Words | undefined {
  if (!match) return undefined;
  const { matched, log_only, has_webhook } = match;
  const total = matched + log_only;
  if (!has_webhook) return { tone: "unknown", text: "No webhook of the platform has an address of ours" };
  if (total === 0) return { tone: "idle", text: "No deliveries to our address were in the log at its last check" };
  const text = `${formatCount(matched)} of ${countOf(total, "delivery", "deliveries")} in the log arrived here`;
  return { tone: log_only > 0 ? "wait" : "ok", text };
}

/** Longest usual way from the platform to us. A longer or negative one means that the clocks differ. */
const plausibleMs = 2_000;

/** Time from the log's first try to the arrival here. Undefined if the two clocks cannot be compared. */
export function afterFirstTry(arrivedAt: string, triedAt: string | null, clockMs: number | null | undefined) {
  const ms = Date.parse(arrivedAt) - Date.parse(triedAt ?? "");
  if (clockMs == null || clockMs < 0 || clockMs > plausibleMs || !(ms >= 0)) return undefined;
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : formatSpan(Math.round(ms / 1_000));
}
