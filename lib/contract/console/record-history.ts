import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

export type RecordChange = {
  /** The read that found it. The change happened between `after` and `at`. */
  at: string;
  /** The last read that found the earlier version. */
  after: string;
  /** The write from here in between; null without one. `by` is null unless this person may see who it was. */
  sent: { action: string; by: string | null } | null;
  fields: { path: string; before: unknown; after: unknown }[];
};

export type RecordHistory = {
  first_seen_at: string;
  last_seen_at: string;
  /** Since when its list no longer contains it; null while it does. */
  gone_at: string | null;
  /** Newest first. */
  changes: RecordChange[];
  /** True if older versions are stored than those compared here. */
  has_more: boolean;
};

/**
 * Changes of a record, from its stored versions. `data` is null if none is stored. The top-level fields of a list are the
 * record with an empty `ref`. The plan limits are the record of the resource `plan-limits`.
 */
export const listVersions = operation({
  id: "records.versions",
  label: "See a record's recent changes",
  method: "GET",
  path: "/console/records/{resource}",
  output: ownAnswer<{ data: RecordHistory | null }>(),
  allow: roles,
});

/** `not_known_which`: other writes to the record lie between the two reads. */
export type SendEffect =
  | { state: "known"; at: string; fields: RecordChange["fields"] }
  | { state: "not_known" | "not_known_which" };

export const getSendEffect = operation({
  id: "records.effect",
  label: "See what an action of the audit log changed",
  method: "GET",
  path: "/console/audit/{entry_id}/effect",
  output: ownAnswer<SendEffect>(),
  allow: ["admin"],
});
