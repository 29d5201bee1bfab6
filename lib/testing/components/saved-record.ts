import type { SavedRecord } from "@/lib/contract/console/saved";

/** A record of the registry that was never read or opened, except for `fields`. */
export const savedRecord = (resource: string, ref: string, fields: Partial<SavedRecord> = {}): SavedRecord => ({
  resource,
  ref,
  label: null,
  name: null,
  last_status_word: null,
  last_seen_at: null,
  opened_by: null,
  named_by: null,
  not_found_since: null,
  ...fields,
});
