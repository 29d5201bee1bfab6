import type { Tone } from "@/components/ui/buttons/status-icon";
import type { ConnectionCheck, RowStatus } from "@/lib/contract/console/settings";

export const statusTones: Record<RowStatus, Tone> = { ok: "ok", look: "wait", fault: "fault", skipped: "idle" };

export const rowStatusLabel: Record<RowStatus, string> = {
  ok: "ok",
  look: "look",
  fault: "fault",
  skipped: "not tried",
};

const order = ["fault", "look", "ok", "skipped"] as const;

const countLabel: Record<RowStatus, string> = {
  fault: "at fault",
  look: "to look at",
  ok: "in order",
  skipped: "not tried",
};

/** "1 at fault, 2 to look at, 9 in order": the gravest first. */
export function checksInMessage(checks: readonly Pick<ConnectionCheck, "outcome">[]): string {
  const counts = order.map((outcome) => [outcome, checks.filter((each) => each.outcome === outcome).length] as const);
  return counts.flatMap(([outcome, count]) => (count > 0 ? [`${count} ${countLabel[outcome]}`] : [])).join(", ");
}

/** The tone of a last status: a refusal of one record is an answer, a refusal of the key is not. */
export function statusTone(status: number | null, at: string | null): Tone {
  if (at === null) return "idle";
  if (status === null || status >= 500 || status === 401 || status === 403) return "fault";
  return status < 300 ? "ok" : "wait";
}

export const statusWord = (status: number | null, at: string | null) =>
  at === null ? "not asked yet" : (status ?? "no answer");
