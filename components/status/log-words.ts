import type { Tone } from "@/components/ui/buttons/status-icon";
import { type LogMatch, type ReceivedEvent, testEvent } from "@/lib/contract/console/inbox/received";
import { countOf } from "@/lib/format/format-count";

export function logWords(event: ReceivedEvent, match: LogMatch | undefined): { tone: Tone; text: string } | undefined {
  if (event.name === testEvent) return { tone: "idle", text: "test" };
  if (event.in_log)
    return event.arrivals > 1
      ? { tone: "wait", text: countOf(event.arrivals, "arrival") }
      : { tone: "ok", text: "matched" };
  if (!match?.has_webhook) return undefined;
  if (Date.parse(event.last_at) > Date.parse(match.known_until ?? "")) return { tone: "idle", text: "not checked yet" };
  if (match.here_only_ids.includes(event.id)) return { tone: "wait", text: "not in log" };
  const isWholeList = match.here_only <= match.here_only_ids.length;
  if (!isWholeList) return undefined;
  return { tone: "ok", text: event.delivery_id === null ? "matched by time" : "matched" };
}
