import { z } from "zod";
import { keptText } from "./kept-text";
import { operation, roles } from "./operation";

/** A record someone here opened, pinned or labelled: how resources without a list get one. */
export const savedRecord = z.object({
  resource: z.string(),
  ref: z.string(),
  label: z.string().nullable(),
  name: z.string().nullable(),
  pinned: z.boolean(),
  last_status_word: z.string().nullable(),
  last_seen_at: z.string().nullable(),
  opened_by: z.string().nullable(),
  /** Since when the platform answers 404 for it. */
  not_found_since: z.string().nullable(),
});
export type SavedRecord = z.output<typeof savedRecord>;

/** Longer than any identifier of the platform, and short enough to be a key of the database. */
export const longestRef = 500;

const target = z.object({ resource: keptText(100), ref: keptText(longestRef) });

export const listSaved = operation({
  id: "saved.list",
  method: "GET",
  path: "/console/saved",
  input: z.object({ resource: keptText(100).optional() }),
  output: z.object({ data: z.array(savedRecord) }),
  allow: roles,
});

export const saveRecord = operation({
  id: "saved.save",
  method: "POST",
  path: "/console/saved/{resource}/{ref}",
  input: target.extend({ label: keptText(120, z.string().trim()).optional(), pinned: z.boolean().optional() }),
  output: z.object({ data: savedRecord }),
  allow: roles,
});

export const forgetRecord = operation({
  id: "saved.forget",
  method: "DELETE",
  path: "/console/saved/{resource}/{ref}",
  input: target,
  output: z.object({ message: z.string() }),
  allow: roles,
});
