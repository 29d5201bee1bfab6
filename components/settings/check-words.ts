import type { Reading } from "@/components/ui/tone";
import type { LineCheck, Verdict } from "@/lib/contract/console/settings";

export const verdictLamps: Record<Verdict, Reading> = { ok: "ok", look: "wait", fault: "fault", skipped: "idle" };

export const verdictWords: Record<Verdict, string> = { ok: "ok", look: "look", fault: "fault", skipped: "not tried" };

const order = ["fault", "look", "ok", "skipped"] as const;

const countWords: Record<Verdict, string> = {
  fault: "at fault",
  look: "to look at",
  ok: "in order",
  skipped: "not tried",
};

/** "1 at fault, 2 to look at, 9 in order": the gravest first. */
export function checksInWords(checks: readonly Pick<LineCheck, "verdict">[]): string {
  const counts = order.map((verdict) => [verdict, checks.filter((each) => each.verdict === verdict).length] as const);
  return counts.flatMap(([verdict, count]) => (count > 0 ? [`${count} ${countWords[verdict]}`] : [])).join(", ");
}

/** The lamp of a last status: a refusal of one record is an answer, a refusal of the key is not. */
export function statusLamp(status: number | null, at: string | null): Reading {
  if (at === null) return "idle";
  if (status === null || status >= 500 || status === 401 || status === 403) return "fault";
  return status < 300 ? "ok" : "wait";
}

export const statusWord = (status: number | null, at: string | null) =>
  at === null ? "not asked yet" : (status ?? "no answer");
