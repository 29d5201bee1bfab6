import type { Tone } from "@/components/ui/buttons/status-icon";
import type { LogMatch } from "@/lib/contract/console/inbox/received";
import { countOf, formatCount } from "@/lib/format/format-count";

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
