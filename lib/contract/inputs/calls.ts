import * as z from "zod/mini";
import type * as callDeliveries from "@/lib/contract/console/inbox/call-deliveries";
import type * as results from "@/lib/contract/console/inbox/campaign-results";
import type * as foundCalls from "@/lib/contract/console/inbox/found-calls";
import type * as sealedSearch from "@/lib/contract/console/sealed-search";
import { cursor, keptText, moment, wholeNumber, writtenText } from "./fields";
import type { InputsFor } from "./inputs-for";

type Calls = typeof callDeliveries | typeof results | typeof foundCalls | typeof sealedSearch;

const word = z.optional(keptText(300));
const call = z.object({ call_id: keptText(500) });

const filters = {
  /** Part of a name or an ID, a number in any spelling, or at least four digits of one. */
  text: word,
  campaign_id: word,
  reason: word,
  direction: word,
  state: z.optional(z.enum(["live", "over"])),
  from: z.optional(moment),
  to: z.optional(moment),
};

const campaign_id = keptText(500);
/** Words of the screen, as `joinResults` writes them. */
const chosen = keptText(4000);
const recalled = z.object({ campaign_id, results: chosen });

export const callInputs = {
  "found-calls.list": z.object({ ...filters, after: cursor, limit: wholeNumber(200) }),
  "found-calls.get": call,
  "found-calls.export": z.object(filters),
  "found-calls.deliveries": call,

  "found-calls.results": z.object({
    campaign_id,
    text: word,
    results: z.optional(chosen),
    after: cursor,
    limit: wholeNumber(200),
  }),
  "found-calls.export_results": z.object({
    campaign_id,
    text: word,
    results: z.optional(chosen),
    zone: z.optional(keptText(100)),
  }),
  "found-calls.recall": recalled,
  "found-calls.recall_list": recalled,

  "sealed-searches.make": z.object({ text: writtenText(300, "Enter what is searched for.") }),
} satisfies InputsFor<Calls>;
