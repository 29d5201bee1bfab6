import type { KnownCampaign } from "@/lib/contract/console/campaign-list";

/** A campaign that runs at two contacts a minute, except for `fields`. */
export const knownCampaign = (fields: Partial<KnownCampaign> = {}): KnownCampaign => ({
  ...{ id: "c1", label: null, name: "Winter", status: "running", not_found_since: null },
  ...{
    assistant: null,
    counts: {},
    handled: { count: 10, total: 20 },
    opens_at: null,
    has_hours: null,
    night: null,
    paused_by: null,
    figures: null,
  },
  ...{ ended_at: null, reason: null },
  pace: { perMinute: 2, endsAt: "2026-11-20T14:10:00.000Z", endsBetween: null, stillSince: null, opensAt: null },
  ...{ changed_at: "2026-11-20T14:00:00.000Z", read_at: "2026-11-20T14:12:00.000Z" },
  ...fields,
});
