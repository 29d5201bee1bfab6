import * as z from "zod/mini";
import type * as deliveries from "@/lib/contract/console/webhook-log/deliveries";
import type * as figures from "@/lib/contract/console/webhook-log/figures";
import { deliveryViews, hereFilters } from "@/lib/contract/console/webhook-log/filter";
import type * as summary from "@/lib/contract/console/webhook-log/summary";
import { longestWords } from "@/lib/contract/console/webhook-log/words";
import { cursor, moment as databaseMoment, keptText, wholeNumber } from "./fields";
import type { InputsFor } from "./inputs-for";

const word = z.optional(keptText(300));
const words = z.optional(keptText(longestWords));
const moment = z.optional(databaseMoment);

/**
 * Filters of the stored webhook log, all optional. `webhook`, `status` and `event` are in the form of `wordsIn`. `attempts` is
 * `2`, `2..`, `2..4` or `(none)`. `from` is inclusive, `to` exclusive. `call_id` and `campaign_id` are in events that arrived here.
 */
const filters = {
  webhook: words,
  status: words,
  event: words,
  attempts: z.optional(z.string().check(z.regex(/^(\d{1,9}(\.\.(\d{1,9})?)?|\(none\))$/))),
  /** Arrived at least so many minutes after the first try. One of `lateLimits`. */
  late: z.optional(z.string().check(z.regex(/^\d{1,4}\.\.$/))),
  from: moment,
  to: moment,
  /**
   * Part of an entry's ID, event or status, or of its webhook's ID or URL. Also of an ID or a name in the event that arrived here, or a
   * number in it, in any spelling. Case-insensitive.
   */
  text: word,
  view: z.optional(z.enum(deliveryViews)),
  here: z.optional(z.enum(hereFilters)),
  call_id: word,
  campaign_id: word,
};

export type DeliveryFilter = z.output<z.ZodMiniObject<typeof filters>>;

export const webhookLogInputs = {
  "deliveries.list": z.object({ ...filters, after: cursor, limit: wholeNumber(1_000) }),
  "deliveries.reading": z.object({ webhook: words, fresh: z.optional(z.enum(["yes"])) }),
  "deliveries.export": z.object({ ...filters, format: z.enum(["csv", "jsonl"]) }),
  "deliveries.seen": z.object({ entry_id: keptText(500) }),
  "deliveries.webhook": z.object({ webhook_id: keptText(500), from: moment, to: moment }),
  "deliveries.summary": z.object(filters),
  "deliveries.health": z.object({ from: moment }),
} satisfies InputsFor<typeof deliveries | typeof figures | typeof summary>;
