import * as z from "zod/mini";
import type * as audit from "@/lib/contract/console/audit";
import { auditOutcomes } from "@/lib/contract/console/audit";
import { cursor, keptText, moment, noInput, wholeNumber } from "./fields";
import type { InputsFor } from "./inputs-for";

/** Filters of the audit log, all optional. `from` is inclusive, `to` exclusive. */
const filters = {
  /** ID or email address of a person, or the name of an actor without either, such as an alert rule. */
  person: z.optional(keptText(320)),
  from: z.optional(moment),
  to: z.optional(moment),
  /** ID of the record. */
  record: z.optional(keptText(2000)),
  /** An action ID, or a resource for all of its actions: "campaigns". */
  action: z.optional(keptText(100)),
  outcome: z.optional(z.enum(auditOutcomes)),
  text: z.optional(keptText(200)),
};

export type AuditFilter = z.output<z.ZodMiniObject<typeof filters>>;

export const auditInputs = {
  "audit.list": z.object({ ...filters, after: cursor, limit: wholeNumber(500) }),
  "audit.get": z.object({ entry_id: keptText(20) }),
  "audit.choices": noInput,
  "audit.export": z.object(filters),
  "audit.verify": noInput,
  "answers.list": z.object({ resource: z.optional(keptText(100)), target: z.optional(keptText(2000)) }),
} satisfies InputsFor<typeof audit>;
