import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** A record someone here opened, pinned or labelled: how resources without a list get one. */
export type SavedRecord = {
  resource: string;
  ref: string;
  label: string | null;
  name: string | null;
  pinned: boolean;
  last_status_word: string | null;
  last_seen_at: string | null;
  opened_by: string | null;
  /** Since when the platform answers 404 for it. */
  not_found_since: string | null;
};

/** Longer than any identifier of the platform, and short enough to be a key of the database. */
export const longestRef = 500;

const target = z.object({ resource: keptText(100), ref: keptText(longestRef) });

export const listSaved = operation({
  id: "saved.list",
  label: "See saved records",
  method: "GET",
  path: "/console/saved",
  input: z.object({ resource: keptText(100).optional() }),
  output: ownAnswer<{ data: SavedRecord[] }>(),
  allow: roles,
});

export const saveRecord = operation({
  id: "saved.save",
  label: "Pin or label a record",
  method: "POST",
  path: "/console/saved/{resource}/{ref}",
  input: target.extend({ label: keptText(120, z.string().trim()).optional(), pinned: z.boolean().optional() }),
  output: ownAnswer<{ data: SavedRecord }>(),
  allow: roles,
});

export const forgetRecord = operation({
  id: "saved.forget",
  label: "Forget a saved record",
  method: "DELETE",
  path: "/console/saved/{resource}/{ref}",
  input: target,
  output: ownAnswer<{ message: string }>(),
  allow: roles,
});
