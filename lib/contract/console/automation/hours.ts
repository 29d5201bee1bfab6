import type { WeeklyHours } from "@/lib/contract/console/campaign-hours";
import { ownAnswer } from "@/lib/contract/fields";
import { managers, operation } from "@/lib/contract/operation";

/** Hours in which Switchboard lets a campaign call, until they are switched off. */
export type SetHours = WeeklyHours & {
  campaign_id: string;
  campaign_name: string | null;
  set_by: string;
  set_at: string;
  /** False if their zone or times are no longer known. Nothing is sent then. */
  is_readable: boolean;
};

export const setCampaignHours = operation({
  id: "automation.set_hours",
  label: "Set a campaign's hours",
  act: "set the hours of {it}",
  method: "POST",
  path: "/console/automation/hours/{campaign_id}",
  output: ownAnswer<{ data: SetHours; message: string }>(),
  allow: managers,
  about: "campaign_id",
  isInputKept: true,
});

export const removeCampaignHours = operation({
  id: "automation.remove_hours",
  label: "Switch off a campaign's hours",
  act: "switch off the hours of {it}",
  method: "DELETE",
  path: "/console/automation/hours/{campaign_id}",
  output: ownAnswer<{ message: string }>(),
  allow: managers,
  about: "campaign_id",
});
