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
  /** Who opened or added it. */
  opened_by: string | null;
  /** The record that named its ID, where nobody opened or added it. */
  named_by: { resource: string; ref: string } | null;
  /** Since when the platform answers 404 for it. */
  not_found_since: string | null;
};

type Named = { label?: string | null | undefined; name?: string | null | undefined };

/** What a record is called wherever it is listed or told of: as somebody here labeled it, or else as the platform names it. */
export const knownName = ({ label, name }: Named) => label ?? name ?? null;

/** How many of one resource are added at once, and how many are known. */
export const mostAdded = 1_000;

/** Longer than any identifier of the platform, and short enough to be a key of the database. */
export const longestRef = 500;

const target = z.object({ resource: keptText(100), ref: keptText(longestRef) });

export const listSaved = operation({
  id: "saved.list",
  label: "See saved records",
  method: "GET",
  path: "/console/saved",
  input: z.object({ resource: keptText(100).optional(), ref: keptText(longestRef).optional() }),
  output: ownAnswer<{ data: SavedRecord[] }>(),
  allow: roles,
});

export const saveRecord = operation({
  id: "saved.save",
  label: "Pin or label a record",
  act: "pin or label {it}",
  minor: "label",
  method: "POST",
  path: "/console/saved/{resource}/{ref}",
  input: target.extend({ label: keptText(120, z.string().trim()).optional(), pinned: z.boolean().optional() }),
  output: ownAnswer<{ data: SavedRecord }>(),
  allow: roles,
});

export const addRecords = operation({
  id: "saved.add",
  label: "Add records by ID",
  minor: "added ID",
  method: "POST",
  path: "/console/saved/{resource}",
  input: z.object({ resource: keptText(100), refs: z.array(keptText(longestRef)).min(1).max(mostAdded) }),
  output: ownAnswer<{ message: string; data: { added: number; known: number } }>(),
  allow: roles,
});

/** Several records of one resource at once. */
export const changeRecords = operation({
  id: "saved.change",
  label: "Pin, label or forget several records",
  method: "POST",
  path: "/console/saved-changes/{resource}",
  input: z.object({
    resource: keptText(100),
    refs: z.array(keptText(longestRef)).min(1).max(mostAdded),
    change: z.enum(["pin", "unpin", "label", "forget"]),
    label: keptText(120, z.string().trim()).optional(),
  }),
  output: ownAnswer<{ message: string; data: { changed: number } }>(),
  allow: roles,
});

export const forgetRecord = operation({
  id: "saved.forget",
  label: "Forget a saved record",
  act: "forget {it} here",
  minor: "label",
  method: "DELETE",
  path: "/console/saved/{resource}/{ref}",
  input: target,
  output: ownAnswer<{ message: string }>(),
  allow: roles,
});
