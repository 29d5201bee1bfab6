import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import type { Tone } from "@/components/ui/buttons/status-icon";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { reasonLabel } from "@/lib/contract/shapes/call";

const reasonTones: Partial<Record<string, Tone>> = {
  "Not connected": "fault",
  "Broken off": "fault",
  Silence: "wait",
  "Longest time reached": "wait",
  "No answer": "idle",
  Busy: "idle",
  Voicemail: "idle",
};

/** Why a call ended; for one that has not, its status. */
export function CallOutcome({ call: { is_over, no_end_seen, reason, status } }: { call: FoundCall }) {
  const toneOf = useStatusMeaning("calls");
  if (!is_over)
    return no_end_seen ? <Status word="No end seen" tone="wait" /> : <Status word="In progress" tone="live" />;
  if (reason !== null) return <Status word={reasonLabel(reason)} tone={reasonTones[reasonLabel(reason)] ?? "done"} />;
  return status === null ? (
    <span className="text-ink-3">–</span>
  ) : (
    <Status word={status} tone={toneOf("status", status)} />
  );
}
