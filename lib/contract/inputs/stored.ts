import * as z from "zod/mini";
import type * as backups from "@/lib/contract/console/backups";
import type * as collecting from "@/lib/contract/console/collecting";
import { keptDays, keptKinds, pacedResources, paceSets, paces, parseRetries } from "@/lib/contract/console/collecting";
import type * as recordHistory from "@/lib/contract/console/record-history";
import type * as relatedRecords from "@/lib/contract/console/related-records";
import { keptRef, keptText, noInput, wholeNumber } from "./fields";
import type { InputsFor } from "./inputs-for";

const retriesRule = "Enter the wait before each attempt, the first with 0: 0, 5 s, 5 min, 30 min, 2 h.";

const between = (value: number, { least, most }: { least: number; most: number }) => value >= least && value <= most;

export const storedInputs = {
  "records.versions": z.object({ resource: keptText(100), ref: z._default(keptRef, "") }),
  "records.effect": z.object({ entry_id: keptText(20) }),
  "records.related": z.object({
    value: keptRef,
    /** Resources, separated by blanks: "campaigns assistants". */
    among: keptText(200),
  }),
  "records.missing_tools": z.object({ resource: keptText(100), ref: keptRef }),
  "records.dependents": z.object({ resource: keptText(100), ref: keptRef }),
  "records.credentials": noInput,
  "workflows.earlier": z.object({ workflow_ref: keptRef }),

  "collector.get": noInput,
  "collector.set_pace_set": z.object({ set: z.enum(paceSets) }),
  "collector.set_pace": z
    .object({ resource: z.enum(pacedResources), is_on: z.boolean(), every_seconds: z.int() })
    .check(
      z.refine(({ resource, every_seconds }) => between(every_seconds, paces[resource]), {
        path: ["every_seconds"],
        message: "This frequency is outside the allowed range.",
      }),
    ),
  "collector.set_retention": z.object({ kind: z.enum(keptKinds), days: z.int() }).check(
    z.refine(({ kind, days }) => between(days, keptDays[kind]), {
      path: ["days"],
      message: "This time is outside the allowed range.",
    }),
  ),
  "collector.retention_loss": z.object({ kind: z.enum(keptKinds), days: wholeNumber(keptDays.versions.most) }),
  "collector.set_retries": z.object({
    schedule: keptText(500).check(z.refine((schedule) => parseRetries(schedule) !== undefined, retriesRule)),
  }),

  "backups.get": noInput,
  "backups.set": z.object({
    hour: z.nullable(z.int().check(z.gte(0), z.lte(23))),
    keep: z.int().check(z.gte(1), z.lte(100)),
  }),
  "backups.make": noInput,
} satisfies InputsFor<typeof backups | typeof collecting | typeof recordHistory | typeof relatedRecords>;
