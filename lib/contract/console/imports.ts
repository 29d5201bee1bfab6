import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role } from "@/lib/contract/operation";

/** `stopped` is a person's own doing. `unknown` was sent, and nobody heard what became of it. */
export const importOutcomes = ["ok", "refused", "unknown", "stopped"] as const;
type ImportOutcome = (typeof importOutcomes)[number];

const campaign_id = keptText(500).min(1);
const sha256 = z.stringFormat("sha256", /^[0-9a-f]{64}$/, "Give a SHA-256 in 64 small hexadecimal digits.");
const amount = z.int().nonnegative();
const name = z.string().regex(/^[A-Za-z][A-Za-z_]{0,39}$/, "Give a name in letters.");

/** Names and numbers of the rules, few enough that no contact list could hide in them. */
const few = <Value>(record: Record<string, Value>) => Object.keys(record).length <= 50;

const listSent = z.object({
  campaign_id,
  file_name: keptText(255),
  /** Of the list as it is sent. */
  sha256,
  rows: amount,
  bytes: amount,
  /** Rows of the person's file by where they ended. */
  counts: z.record(name, amount).refine(few, "Too many counts."),
  /** How the file was read and validated. Never a name or a number of anybody. */
  rules: z.record(name, z.union([keptText(2000), z.number(), z.boolean(), z.null()])).refine(few, "Too many rules."),
});

/** What became of a list. `status` is the platform's own; `accepted` is what it says it took, where it says so. */
const ending = z.object({
  outcome: z.enum(importOutcomes),
  status: z.int().min(100).max(999).nullable(),
  accepted: amount.nullable(),
});

/** One contact list sent to a campaign. No outcome means that nothing is known: its tab may have been closed. */
export type ContactImport = z.output<typeof listSent> & {
  id: string;
  outcome: ImportOutcome | null;
  status: number | null;
  accepted: number | null;
  begun_at: string;
  finished_at: string | null;
  by: string;
};

const allow: readonly Role[] = ["admin", "campaign_manager"];
const output = ownAnswer<{ data: ContactImport }>();

/** The lists sent to a campaign from here, newest first. */
export const listImports = operation({
  id: "imports.list",
  label: "See the import journal",
  method: "GET",
  path: "/console/imports",
  input: z.object({ campaign_id }),
  output: ownAnswer<{ data: ContactImport[] }>(),
  allow,
});

/** Recorded before a list leaves the browser, so that what was sent is known though nobody hears how it ended. */
export const beginImport = operation({
  id: "imports.begin",
  label: "Start a contact import",
  act: "start an import into {it}",
  minor: "import note",
  method: "POST",
  path: "/console/imports",
  input: listSent,
  output,
  allow,
  about: "campaign_id",
});

/** Only the person who began it may say how it ended, and only once. */
export const finishImport = operation({
  id: "imports.finish",
  label: "Finish a contact import",
  minor: "import note",
  method: "POST",
  path: "/console/imports/{import_id}/outcome",
  input: ending.extend({ import_id: keptText(100) }),
  output,
  allow,
});
