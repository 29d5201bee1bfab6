import * as z from "zod/mini";
import type * as addresses from "@/lib/contract/console/inbox/addresses";
import { signings } from "@/lib/contract/console/inbox/addresses";
import { factNames } from "@/lib/contract/console/inbox/facts";
import type * as received from "@/lib/contract/console/inbox/received";
import type * as space from "@/lib/contract/console/inbox/space";
import { cursor, keptText, moment, noInput, wholeNumber, writtenText } from "./fields";
import type { InputsFor } from "./inputs-for";

const address_id = keptText(100).check(z.minLength(1));
const address = z.object({ address_id });
const event = z.object({ event_id: keptText(20).check(z.regex(/^\d+$/)) });
const word = z.optional(keptText(300));

const headerName = z.string().check(z.trim(), z.regex(/^[\w-]*$/, "This is no name of a header."));
const amountUpTo = (most: number) => z.number().check(z.int(), z.minimum(1), z.maximum(most));

const receivedFilters = {
  /** Part of an ID or a name, a number in any spelling, or at least four digits of one. */
  text: word,
  event: word,
  campaign_id: word,
  call_id: word,
  /** Key of a delivery in the platform's log. */
  delivery_id: z.optional(keptText(500)),
  /** `yes` if the log has the event. `more`: it arrived more often than the log has attempts. */
  matched: z.optional(z.enum(["yes", "no", "more"])),
  from: z.optional(moment),
  to: z.optional(moment),
};

export const inboxInputs = {
  "inbox.addresses": noInput,
  "inbox.add": z.object({ name: writtenText(60, "Enter a name.") }),
  "inbox.show": address,
  "inbox.remove": address,
  "inbox.set_signing": z.object({
    address_id,
    signing: z.enum(signings),
    header: z._default(keptText(100, headerName), ""),
    secret: z._default(keptText(1_000), ""),
    refuses_unsigned: z.boolean(),
  }),
  "inbox.end_secret": address,
  "inbox.test": address,
  "inbox.space": noInput,
  "inbox.free_space": z.object({ keep_days: amountUpTo(400) }),
  "inbox.set_budget": z.object({ address_id, megabytes: z.nullable(amountUpTo(1_000_000)) }),

  "received.list": z.object({ ...receivedFilters, after: cursor, limit: wholeNumber(200) }),
  "received.export": z.object(receivedFilters),
  "received.get": event,
  "received.open_body": event,
  "received.save_body": event,
  "received.choose_path": z.object({ event: keptText(300), fact: z.enum(factNames), path: keptText(500) }),
  "received.other": noInput,
} satisfies InputsFor<typeof addresses | typeof received | typeof space>;
