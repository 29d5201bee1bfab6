import type { Tone } from "@/components/ui/buttons/status-icon";
import { type LogMatch, type ReceivedEvent, testEvent } from "@/lib/contract/console/inbox/received";
import { countOf } from "@/lib/format/format-count";

export function logWords(event: ReceivedEvent, match: LogMatch | undefined): { tone: Tone; text: string } | undefined {
  if (event.name === testEvent) return { tone: "idle", text: "test" };
  if (event.in_log)
    return event.arrivals > 1
      ? { tone: "wait", text: countOf(event.arrivals, "arrival") }
      : { tone: "ok", text: event.paired_by === "time" ? "matched by time" : "matched" };
  if (!match?.has_webhook) return undefined;
  return event.is_compared ? { tone: "wait", text: "not in log" } : { tone: "idle", text: "not checked yet" };
}
