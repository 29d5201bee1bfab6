import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles } from "@/lib/contract/operation";
import type { CampaignCounts } from "./campaign-counters";
import type { CampaignPace } from "./campaign-progress";

/** A campaign that is known here, as it was last read. */
export type KnownCampaign = {
  id: string;
  label: string | null;
  name: string | null;
  pinned: boolean;
  status: string | null;
  not_found_since: string | null;
  assistant: { id: string; name: string | null } | null;
  counts: { [Name in keyof CampaignCounts]?: number };
  /** Null where its record holds no counts that are known by name. */
  far: { through: number; total: number } | null;
  pace: Pick<CampaignPace, "perMinute" | "endsAt" | "stillSince" | "opensAt"> | null;
  /** When its calling hours open, where they are closed now and would keep it from calling. */
  opens_at: string | null;
  /** Whether its record names calling hours; null if that is not known. */
  has_hours: boolean | null;
  /** Who paused it from here, where that was the last thing sent. */
  paused_by: string | null;
  /** When it ended, and what its record says of why. */
  ended_at: string | null;
  reason: string | null;
  /** When what it holds was last seen to change; null until it was read. */
  changed_at: string | null;
  read_at: string | null;
};

/** The campaigns known here, as they were last read: the list that the platform does not have. */
export const listKnownCampaigns = operation({
  id: "campaigns.known",
  label: "See the campaigns known here",
  method: "GET",
  path: "/console/campaigns",
  input: z.object({}),
  output: ownAnswer<{ data: KnownCampaign[] }>(),
  allow: roles,
});

const managers: readonly Role[] = ["admin", "campaign_manager"];

/** A list that was sent to a campaign and, the very same, to another one. */
export type SameList = { campaign_id: string; name: string | null; file_name: string; rows: number; at: string };

/** How long calls were that were read here: of this campaign, or else of its assistant. */
export type KeptCalls = { count: number; mean_seconds: number; deviation_seconds: number };

/**
 * What is known of a campaign before it starts: what was sent to it from here, and where else, and how long its calls are.
 * Only whole lists can be compared: no contact is kept.
 */
export const getListsElsewhere = operation({
  id: "imports.elsewhere",
  label: "See where a campaign's lists were sent, too",
  method: "GET",
  path: "/console/campaigns/{campaign_id}/lists-elsewhere",
  input: z.object({ campaign_id: keptText(500) }),
  output: ownAnswer<{ data: { lists: number; elsewhere: SameList[]; calls: KeptCalls | null } }>(),
  allow: managers,
});
