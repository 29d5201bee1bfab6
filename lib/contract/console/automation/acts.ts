import { ownAnswer } from "@/lib/contract/fields";
import { managers, operation } from "@/lib/contract/operation";

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
