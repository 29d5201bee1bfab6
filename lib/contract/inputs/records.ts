import * as z from "zod/mini";
import type * as assistantNumbers from "@/lib/contract/console/assistant-numbers";
import type * as drift from "@/lib/contract/console/drift";
import type * as meanings from "@/lib/contract/console/meanings";
import { settableTones } from "@/lib/contract/console/meanings";
import type * as notes from "@/lib/contract/console/notes";
import { longestNote } from "@/lib/contract/console/notes";
import type * as saved from "@/lib/contract/console/saved";
import { mostAdded } from "@/lib/contract/console/saved";
import { identifier, keptRef, keptText, noInput, writtenText } from "./fields";
import type { InputsFor } from "./inputs-for";

type Records = typeof assistantNumbers | typeof drift | typeof meanings | typeof notes | typeof saved;

const resource = keptText(100);
const record = z.object({ resource, ref: keptRef });
const refs = z.array(keptRef).check(z.minLength(1), z.maxLength(mostAdded));
const label = keptText(120, z.string().check(z.trim()));

const word = z.object({ resource, field: keptText(100), word: keptText(500) });

export const recordInputs = {
  "saved.list": z.object({
    resource: z.optional(resource),
    ref: z.optional(keptRef),
  }),
  "saved.save": z.extend(record, { label: z.optional(label) }),
  "saved.add": z.object({ resource, refs }),
  "saved.change": z.object({
    resource,
    refs,
    change: z.enum(["label", "forget"]),
    label: z.optional(label),
  }),
  "saved.forget": record,

  /** The resource of a note is one of the platform, "deliveries" or "alerts". */
  "notes.list": z.object({ resource, ref: z.optional(keptRef) }),
  "notes.add": z.extend(record, { text: writtenText(longestNote, "Enter a note.") }),
  "notes.remove": z.extend(record, { note_id: keptText(100) }),

  "meanings.list": noInput,
  "meanings.set": z.extend(word, { tone: z.enum(settableTones) }),
  "meanings.forget": word,

  "drift.list": noInput,

  "phone-numbers.per_assistant": noInput,
  "phone-numbers.of_assistant": z.object({ assistant_id: identifier }),
} satisfies InputsFor<Records>;
