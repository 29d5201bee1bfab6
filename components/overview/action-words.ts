import type { SentAnswer } from "@/lib/contract/console/audit";

const done: Record<string, string> = {
  "campaigns.start": "started campaign",
  "campaigns.pause": "paused campaign",
  "campaigns.resume": "resumed campaign",
  "campaigns.cancel": "canceled campaign",
  "campaigns.upload_contacts": "uploaded contacts to",
  "campaigns.validate_contacts": "had contacts checked for",
  "workflows.publish": "published",
  "calls.end": "ended call",
  "sessions.end": "ended session",
  "tools.delete": "deleted tool",
};

/** What someone did, as "Ines Duarte … Autumn renewals"; a send that was refused, or of which nobody knows, says so. */
export function actionWords({ action, outcome }: Pick<SentAnswer, "action" | "outcome">): string {
  const words = done[action] ?? `sent ${action.replaceAll("_", " ").replace(".", ": ")} to`;
  if (outcome === "ok") return words;
  return outcome === "refused" ? `was refused: ${words}` : `may or may not have ${words}`;
}
