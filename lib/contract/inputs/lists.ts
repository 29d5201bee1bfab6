import * as z from "zod/mini";
import type * as contactLists from "@/lib/contract/console/contact-lists";
import { comparedAtOnce, sentAgain } from "@/lib/contract/console/contact-lists";
import type * as imports from "@/lib/contract/console/imports";
import { importOutcomes } from "@/lib/contract/console/imports";
import type * as leftOut from "@/lib/contract/console/left-out";
import { largestLeftOut, leftOutPartBytes } from "@/lib/contract/console/left-out";
import type * as uploadCalls from "@/lib/contract/console/upload-calls";
import { e164, keptText } from "./fields";
import type { InputsFor } from "./inputs-for";

type Lists = typeof contactLists | typeof imports | typeof leftOut | typeof uploadCalls;

const campaign_id = keptText(500).check(z.minLength(1));
const import_id = keptText(100).check(z.minLength(1));
const list_id = keptText(100).check(z.minLength(1));
const amount = z.int().check(z.nonnegative());
const numbers = z.array(e164).check(z.maxLength(comparedAtOnce));
const rows = z.array(z.int().check(z.positive()));

const hasRowForEach = z.refine<{ rows: number[]; numbers: string[] }>(
  ({ rows, numbers }) => rows.length === numbers.length,
  "Give a row for each number.",
);

const sha256 = z.stringFormat("sha256", /^[0-9a-f]{64}$/, "Give a SHA-256 in 64 small hexadecimal digits.");
const name = z.string().check(z.regex(/^[A-Za-z][A-Za-z_]{0,39}$/, "Give a name in letters."));

/** Too few entries to hold a contact list. */
const isSmall = <Value>(record: Record<string, Value>) => Object.keys(record).length <= 50;

export const listInputs = {
  "lists.open": z.object({ campaign_id, recalls: z.optional(keptText(500)) }),
  "lists.compare": z
    .object({ list_id, rows, numbers, others: z.optional(z.object({ rows, numbers }).check(hasRowForEach)) })
    .check(hasRowForEach),
  "lists.get": z.object({ list_id, file_name: keptText(255), blocked: numbers }),
  "lists.overlap": z.object({ campaign_id: keptText(500) }),
  "lists.people": z.object({ campaign_id }),

  "imports.list": z.object({ campaign_id }),
  "imports.begin": z.object({
    campaign_id,
    file_name: keptText(255),
    sha256,
    rows: amount,
    bytes: amount,
    counts: z.record(name, amount).check(z.refine(isSmall, "Too many counts.")),
    rules: z
      .record(name, z.union([keptText(2000), z.number(), z.boolean(), z.null()]))
      .check(z.refine(isSmall, "Too many rules.")),
    /** The comparison of this list. Its rows that are new must be `rows`. */
    list_id: keptText(100),
    /** Numbers that are sent although an earlier list sent them. */
    sends_again: z.array(z.enum(sentAgain)),
  }),
  /** `status` is the platform's HTTP status, `accepted` its count of accepted contacts; null if unknown. */
  "imports.finish": z.object({
    outcome: z.enum(importOutcomes),
    status: z.nullable(z.int().check(z.gte(100), z.lte(999))),
    accepted: z.nullable(amount),
    import_id: keptText(100),
  }),

  "imports.keep_left_out": z
    .object({
      import_id,
      part: amount,
      parts: z.int().check(z.positive(), z.lte(largestLeftOut / leftOutPartBytes)),
      rows: z.int().check(z.positive()),
      bytes: z.base64().check(z.maxLength(Math.ceil(leftOutPartBytes / 3) * 4)),
    })
    .check(z.refine(({ part, parts }) => part < parts, "There are not as many parts.")),
  "imports.left_out": z.object({ import_id }),

  "imports.calls": z.object({ import_id }),
  "imports.not_called": z.object({ import_id, numbers }),
} satisfies InputsFor<Lists>;
