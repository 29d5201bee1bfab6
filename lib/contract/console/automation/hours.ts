import type { WeeklyHours } from "@/lib/contract/console/campaign-hours";
import { ownAnswer } from "@/lib/contract/fields";
import { managers, operation, switchVerb } from "@/lib/contract/operation";
import type { HoursForAll } from "./pauses";

export const sameHours = "Hours must start and end at different times.";

/** Hours in which Switchboard lets a campaign call, until they are switched off. */
export type SetHours = WeeklyHours & {
  campaign_id: string;
  campaign_name: string | null;
  set_by: string;
  set_at: string;
  /** False if their zone or times are no longer known. Nothing is sent then. */
  is_readable: boolean;
};

/** The hours for all campaigns that an admin has switched on. `campaigns`: the only ones they hold for; null for all. */
export type AdminHours = WeeklyHours & { campaigns: string[] | null; set_by: string };

export const holdFor = (hours: AdminHours | null | undefined, campaign_id: string) =>
  hours && (hours.campaigns?.includes(campaign_id) ?? true) ? hours : undefined;

export const setCampaignHours = operation({
  id: "automation.set_hours",
  label: "Set a campaign's hours",
  phrase: "set the hours of {it}",
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
  phrase: "switch off the hours of {it}",
  method: "DELETE",
  path: "/console/automation/hours/{campaign_id}",
  output: ownAnswer<{ message: string }>(),
  allow: managers,
  about: "campaign_id",
});

export const setHoursForAll = operation({
  id: "automation.set_all_hours",
  label: "Set calling hours for all campaigns",
  phrase: "change the calling hours for all campaigns",
  phraseOf: ({ is_on }: { is_on?: boolean | undefined }) => `${switchVerb(is_on)} the calling hours for all campaigns`,
  method: "POST",
  path: "/console/automation/all-hours",
  output: ownAnswer<{ data: HoursForAll; message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});
