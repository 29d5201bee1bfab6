import { Status } from "@/components/status/status";
import type { Tone } from "@/components/ui/tone";
import type { AuditEntry } from "@/lib/contract/console/audit";

const tones: Record<AuditEntry["outcome"], Tone> = { ok: "ok", refused: "fault", unknown: "wait" };
const words: Record<AuditEntry["outcome"], string> = { ok: "OK", refused: "Refused", unknown: "Outcome unknown" };

export const outcomeWord = (outcome: AuditEntry["outcome"]) => words[outcome];

export function Outcome({ entry: { outcome, status }, pill = false }: { entry: AuditEntry; pill?: boolean }) {
  const word = status === null ? words[outcome] : `${words[outcome]}, ${status}`;
  return <Status word={word} tone={tones[outcome]} pill={pill} />;
}
