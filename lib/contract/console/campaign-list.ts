import * as z from "zod/mini";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles } from "@/lib/contract/operation";
import type { CampaignCounts } from "./campaign-counters";
import type { CampaignPace } from "./campaign-progress";

/** A campaign of the registry, as last read. */
export type KnownCampaign = {
  id: string;
  label: string | null;
  name: string | null;
  pinned: boolean;
  /** Null if it is unknown, or the campaign is gone. */
  status: string | null;
  not_found_since: string | null;
  assistant: { id: string; name: string | null } | null;
  counts: { [Name in keyof CampaignCounts]?: number };
  /** Contacts that have ended, of all contacts. Null, like `pace`, if its record has no recognized counts. */
  far: { through: number; total: number } | null;
  pace: Pick<CampaignPace, "perMinute" | "endsAt" | "stillSince" | "opensAt"> | null;
  /** When its calling hours open; null if they are open or unknown, or if it has ended. */
  opens_at: string | null;
  /** True if its record names calling hours; null if that is unknown. */
  has_hours: boolean | null;
  /** Who paused it from here, if that was the last accepted action; otherwise null. */
  paused_by: string | null;
  /** When it ended, and the reason in its record; null before or if unknown. */
  ended_at: string | null;
  reason: string | null;
  /** The record's `updated_at`, otherwise when a read found its last change; null until it was read. */
  changed_at: string | null;
  read_at: string | null;
};

/** All campaigns of the registry. The platform has no operation that lists campaigns. */
export const listKnownCampaigns = operation({
  id: "campaigns.known",
  label: "See the campaigns",
  method: "GET",
  path: "/console/campaigns",
  input: z.object({}),
  output: ownAnswer<{ data: KnownCampaign[] }>(),
  allow: roles,
});

const managers: readonly Role[] = ["admin", "campaign_manager"];

/** A list sent to another campaign: the identical one, by its SHA-256, or else one with the same file name. */
type SameList = {
  is_same: boolean;
  campaign_id: string;
  name: string | null;
  file_name: string;
  rows: number;
  at: string;
};

/**
 * The number of lists sent to a campaign from here, and identical lists or lists of the same name sent to others, identical ones
 * first. Only whole lists are compared, because contacts are not stored. A list of which nothing was accepted does not count.
 */
export const getListsElsewhere = operation({
  id: "imports.elsewhere",
  label: "See where a campaign's lists were sent, too",
  method: "GET",
  path: "/console/campaigns/{campaign_id}/lists-elsewhere",
  input: z.object({ campaign_id: keptText(500) }),
  output: ownAnswer<{ data: { lists: number; elsewhere: SameList[] } }>(),
  allow: managers,
});
