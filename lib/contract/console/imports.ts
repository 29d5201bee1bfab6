import type { LeftOutRows } from "@/lib/contract/console/left-out";
import { ownAnswer } from "@/lib/contract/fields";
import { operation, type Role } from "@/lib/contract/operation";

/** `stopped`: cancelled by the person. `unknown`: sent, but no answer was received. */
export const importOutcomes = ["ok", "refused", "unknown", "stopped"] as const;
type ImportOutcome = (typeof importOutcomes)[number];

/** A contact list as it is sent. */
type ListSent = {
  campaign_id: string;
  file_name: string;
  /** SHA-256 of the list as sent. */
  sha256: string;
  rows: number;
  bytes: number;
  /** Rows of the source file by row status. */
  counts: Record<string, number>;
  /** Settings of format and validation. Never a name or number of a contact. */
  rules: Record<string, string | number | boolean | null>;
};

/** One contact list sent to a campaign. `outcome` is null if none was recorded, for example after the tab was closed. */
export type ContactImport = ListSent & {
  id: string;
  outcome: ImportOutcome | null;
  status: number | null;
  accepted: number | null;
  begun_at: string;
  finished_at: string | null;
  by: string;
};

/** `left_out`: its rows that were left out or rejected, while they are stored. */
export type JournalEntry = ContactImport & { left_out: LeftOutRows | null };

const allow: readonly Role[] = ["admin", "campaign_manager"];
const output = ownAnswer<{ data: ContactImport }>();

export const listImports = operation({
  id: "imports.list",
  label: "See the import journal",
  method: "GET",
  path: "/console/imports",
  output: ownAnswer<{ data: JournalEntry[] }>(),
  allow,
});

/** Recorded before the upload starts, so that an interrupted upload is recorded too. */
export const beginImport = operation({
  id: "imports.begin",
  label: "Start a contact import",
  phrase: "start an import into {it}",
  minor: "import note",
  method: "POST",
  path: "/console/imports",
  output,
  allow,
  about: "campaign_id",
});

/** Only the person who began an import can record its outcome, and only once. */
export const finishImport = operation({
  id: "imports.finish",
  label: "Finish a contact import",
  minor: "import note",
  method: "POST",
  path: "/console/imports/{import_id}/outcome",
  output,
  allow,
});
