import type { AuditEntry } from "@/lib/contract/console/audit";
import { ownAnswer } from "@/lib/contract/fields";
import { managers, operation } from "@/lib/contract/operation";

/** An automatic action, from the audit log. `because` is the reason of a guard rail; null for other actions. */
export type AutomaticAct = Pick<
  AuditEntry,
  "id" | "at" | "actor_name" | "action" | "target" | "outcome" | "status" | "message"
> & { campaign_name: string | null; because: string | null };

export const listAutomaticActs = operation({
  id: "automation.log",
  label: "See automatic actions",
  method: "GET",
  path: "/console/automation/log",
  output: ownAnswer<{ data: AutomaticAct[] }>(),
  allow: managers,
});

/** A campaign that may be making calls by its last read status. `seen_at` is the time of that read. */
export type RunningCampaign = { campaign_id: string; name: string | null; status: string; seen_at: string };

/** `unread`: campaigns of the registry without a known status. */
export const listRunningCampaigns = operation({
  id: "automation.running",
  label: "See which campaigns are running",
  method: "GET",
  path: "/console/automation/running",
  output: ownAnswer<{ data: RunningCampaign[]; unread: number }>(),
  allow: managers,
});
