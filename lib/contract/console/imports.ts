import * as z from "zod/mini";
import { sentAgain } from "@/lib/contract/console/contact-lists";
import type { LeftOutRows } from "@/lib/contract/console/left-out";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role } from "@/lib/contract/operation";

/** `stopped`: cancelled by the person. `unknown`: sent, but no answer was received. */
export const importOutcomes = ["ok", "refused", "unknown", "stopped"] as const;
type ImportOutcome = (typeof importOutcomes)[number];

const campaign_id = keptText(500).check(z.minLength(1));
const sha256 = z.stringFormat("sha256", /^[0-9a-f]{64}$/, "Give a SHA-256 in 64 small hexadecimal digits.");
const amount = z.int().check(z.nonnegative());
const name = z.string().check(z.regex(/^[A-Za-z][A-Za-z_]{0,39}$/, "Give a name in letters."));

/** Too few entries to hold a contact list. */
const isSmall = <Value>(record: Record<string, Value>) => Object.keys(record).length <= 50;

const listSent = z.object({
  campaign_id,
  file_name: keptText(255),
  /** SHA-256 of the list as sent. */
  sha256,
  rows: amount,
  bytes: amount,
  /** Rows of the source file by row status. */
  counts: z.record(name, amount).check(z.refine(isSmall, "Too many counts.")),
  /** Settings of format and validation. Never a name or number of a contact. */
  rules: z
    .record(name, z.union([keptText(2000), z.number(), z.boolean(), z.null()]))
    .check(z.refine(isSmall, "Too many rules.")),
});

/** Outcome of an upload. `status` is the platform's HTTP status, `accepted` its count of accepted contacts; null if unknown. */
const uploadOutcome = z.object({
  outcome: z.enum(importOutcomes),
  status: z.nullable(z.int().check(z.gte(100), z.lte(999))),
  accepted: z.nullable(amount),
});

/** One contact list sent to a campaign. `outcome` is null if none was recorded, for example after the tab was closed. */
export type ContactImport = z.output<typeof listSent> & {
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
  input: z.object({ campaign_id }),
  output: ownAnswer<{ data: JournalEntry[] }>(),
  allow,
});

/** Recorded before the upload starts, so that an interrupted upload is recorded too. */
export const beginImport = operation({
  id: "imports.begin",
  label: "Start a contact import",
  act: "start an import into {it}",
  minor: "import note",
  method: "POST",
  path: "/console/imports",
  input: z.extend(listSent, {
    /** The comparison of this list. Its rows that are new must be `rows`. */
    list_id: keptText(100),
    /** Numbers that are sent although an earlier list sent them. */
    sends_again: z.array(z.enum(sentAgain)),
  }),
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
  input: z.extend(uploadOutcome, { import_id: keptText(100) }),
  output,
  allow,
});
