import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import type { CampaignCounts } from "./campaign-counters";
import type { CampaignFigures } from "./campaign-figures";
import type { CampaignPace } from "./campaign-progress";
import type { CampaignNight } from "./people-hours";

export type KnownCampaign = {
  id: string;
  label: string | null;
  name: string | null;
  /** Null if it is unknown, or the campaign is gone. */
  status: string | null;
  not_found_since: string | null;
  assistant: { id: string; name: string | null } | null;
  counts: { [Name in keyof CampaignCounts]?: number };
  /** Contacts that have ended, of all contacts. Null, like `pace`, if its record has no recognized counts. */
  handled: { count: number; total: number } | null;
  /** From its calls that are over; null if none is known. */
  figures: CampaignFigures | null;
  pace: Pick<CampaignPace, "perMinute" | "endsAt" | "endsBetween" | "stillSince" | "opensAt"> | null;
  /** When its calling hours open; null if they are open or unknown, or if it has ended. */
  opens_at: string | null;
  /** True if its record names calling hours; null if that is unknown. */
  has_hours: boolean | null;
  /** Who would be called at night while it runs; null if nobody or unknown. */
  night: CampaignNight | null;
  /** Who paused it from here, if that was the last accepted action; otherwise null. */
  paused_by: string | null;
  /** When it ended, and the reason in its record; null before or if unknown. */
  ended_at: string | null;
  reason: string | null;
  /** The record's `updated_at`, otherwise when a read found its last change; null until it was read. */
  changed_at: string | null;
  read_at: string | null;
};

export const listKnownCampaigns = operation({
  id: "campaigns.known",
  label: "See the campaigns",
  method: "GET",
  path: "/console/campaigns",
  output: ownAnswer<{ data: KnownCampaign[] }>(),
  allow: roles,
});
