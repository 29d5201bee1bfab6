import * as z from "zod/mini";
import type { WeeklyHours } from "@/lib/contract/console/campaign-hours";
import { ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { days, hasDifferentTimes, managers, ref, timeOfDay, zone } from "./fields";

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
  input: z
    .object({
      campaign_id: ref,
      days,
      from: timeOfDay,
      to: timeOfDay,
      // An offset such as "+01:00" would be wrong after the next clock change.
      zone: zone.check(z.regex(/^[A-Za-z]/, "Choose a time zone by its name.")),
    })
    .check(hasDifferentTimes),
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
  input: z.object({ campaign_id: ref }),
  output: ownAnswer<{ message: string }>(),
  allow: managers,
  about: "campaign_id",
});
