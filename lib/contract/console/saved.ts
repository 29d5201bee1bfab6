import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles, staff } from "@/lib/contract/operation";

/** A record of the registry: someone opened, added or labeled it, or another record named its ID. */
export type SavedRecord = {
  resource: string;
  ref: string;
  label: string | null;
  name: string | null;
  last_status_word: string | null;
  last_seen_at: string | null;
  /** Who opened or added it; null if nobody did. */
  opened_by: string | null;
  /** The record that named its ID before anybody opened or added it; otherwise null. */
  named_by: { resource: string; ref: string } | null;
  /** Since when the platform answers 404 for it; null while it does not. */
  not_found_since: string | null;
  /** When an open call reaches its limit of talking or ringing, which can be past. Only for calls that have one. */
  limit_at?: string;
};

type RecordNames = { label?: string | null | undefined; name?: string | null | undefined };

/** Display name of a record: its label, otherwise the platform's name; null without either. */
export const knownName = ({ label, name }: RecordNames) => label ?? name ?? null;

/** `named_by.resource` of the demo platform's own records. */
export const sampleSource = "samples";

export const mostAdded = 1_000;

/** Maximum length of a stored ID, short enough for a database key. */
export const longestRef = 500;

export const listSaved = operation({
  id: "saved.list",
  label: "See the records in a list",
  method: "GET",
  path: "/console/saved",
  output: ownAnswer<{ data: SavedRecord[] }>(),
  allow: roles,
});

export const saveRecord = operation({
  id: "saved.save",
  label: "Label a record",
  phraseOf: ({ label }: { label?: string | undefined }) => (label === "" ? "remove the label of {it}" : "label {it}"),
  minor: "label",
  method: "POST",
  path: "/console/saved/{resource}/{ref}",
  output: ownAnswer<{ data: SavedRecord }>(),
  allow: staff,
});

export const addRecords = operation({
  id: "saved.add",
  label: "Add records by ID",
  minor: "added ID",
  method: "POST",
  path: "/console/saved/{resource}",
  output: ownAnswer<{ message: string; data: { added: number; known: number } }>(),
  allow: staff,
});

export const changeRecords = operation({
  id: "saved.change",
  label: "Label or remove several records",
  phrase: "change several records",
  phraseOf: ({ change }: { change: "label" | "forget" }) =>
    change === "forget" ? "remove several records from their list" : "label several records",
  method: "POST",
  path: "/console/saved-changes/{resource}",
  output: ownAnswer<{ message: string; data: { changed: number } }>(),
  allow: staff,
});

export const forgetRecord = operation({
  id: "saved.forget",
  label: "Remove a record from its list",
  phrase: "remove {it} from its list",
  minor: "label",
  method: "DELETE",
  path: "/console/saved/{resource}/{ref}",
  output: ownAnswer<{ message: string }>(),
  allow: staff,
});
