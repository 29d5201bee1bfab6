import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import { longestRef } from "./saved";

/** What a record held at one read and not at the one before. */
export type RecordChange = {
  /** The read that saw it. It came to be between `after` and this. */
  at: string;
  /** The last read that still saw the version before. */
  after: string;
  /** Who opened the record and so saw it; null where Switchboard read it by itself. */
  seen_by: string | null;
  /** What was sent from here to this record in between; null where it changed outside Switchboard. */
  sent: { action: string; by: string | null } | null;
  fields: { path: string; before: unknown; after: unknown }[];
};

export type RecordHistory = {
  first_seen_at: string;
  last_seen_at: string;
  /** Since when its list no longer has it. */
  gone_at: string | null;
  /** Newest first. */
  changes: RecordChange[];
  /** Whether older ones are kept than these. */
  has_more: boolean;
};

/**
 * What changed in a record since it was first read, from the versions that are kept. `data` is null for a record that was
 * never kept. What a list says beside its rows is the record with no ref; the plan's limits are the record of `plan-limits`.
 */
export const listVersions = operation({
  id: "records.versions",
  label: "See a record's recent changes",
  method: "GET",
  path: "/console/records/{resource}",
  input: z.object({ resource: keptText(100), ref: keptText(longestRef).default("") }),
  output: ownAnswer<{ data: RecordHistory | null }>(),
  allow: roles,
});
