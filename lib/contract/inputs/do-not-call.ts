import * as z from "zod/mini";
import { blockReasons } from "@/lib/contract/console/block-reasons";
import { comparedAtOnce } from "@/lib/contract/console/contact-lists";
import type * as doNotCall from "@/lib/contract/console/do-not-call";
import type * as erasures from "@/lib/contract/console/erasures";
import { lastFour } from "@/lib/contract/console/erasures";
import type * as numbers from "@/lib/contract/console/numbers";
import type * as person from "@/lib/contract/console/person";
import { e164, keptText, noInput, numberCountry, reason, typedNumber, writtenText } from "./fields";
import type { InputsFor } from "./inputs-for";

type DoNotCall = typeof doNotCall | typeof erasures | typeof numbers | typeof person;

const day = z.iso.date("Enter a date such as 2026-11-27.");

/** ID of a call with the person, for readers from whom its number is hidden. */
const call_id = z.optional(keptText(500));

/** All people, or the one with this number. */
const searched = z.object({ number: z.optional(typedNumber), country: numberCountry });

export const doNotCallInputs = {
  "do-not-call.list": searched,
  "do-not-call.add": z
    .object({
      numbers: z.array(typedNumber).check(z.maxLength(comparedAtOnce)),
      country: numberCountry,
      call_id,
      reason: z.enum(blockReasons),
      source: writtenText(255, "Enter where the numbers come from."),
      dated: z.nullable(day),
      until: z.nullable(day),
    })
    .check(z.refine(({ numbers, call_id }) => numbers.length > 0 || call_id !== undefined, "Enter a number.")),
  "do-not-call.waiting": z.extend(searched, { campaign_id: z.optional(keptText(500)) }),
  "do-not-call.remove": z.object({ entry_id: keptText(100), reason }),
  "do-not-call.export": noInput,
  "do-not-call.person": z
    .extend(searched, { call_id })
    .check(z.refine(({ number, call_id }) => (number === undefined) !== (call_id === undefined), "Enter a number.")),

  "numbers.read": z.object({ text: typedNumber, country: numberCountry }),
  "numbers.countries": noInput,

  "erasures.report": z.object({ number: typedNumber, country: numberCountry }),
  "erasures.erase": z.object({ number: e164, reason, last_four: z.string() }).check(
    z.refine(({ number, last_four }) => last_four === lastFour(number), {
      path: ["last_four"],
      message: "Type the last four digits of the number.",
    }),
  ),
  "erasures.colleagues": noInput,
  "erasures.replace_colleague": z.object({
    person_id: keptText(100).check(z.minLength(1, "Choose a person.")),
    reason,
  }),
} satisfies InputsFor<DoNotCall>;
