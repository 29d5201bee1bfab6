import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** What Switchboard saw of one entry of the webhook log, beside what the platform says of it. */
export type DeliverySeen = {
  first_seen_at: string;
  /** The read before that, which did not have it; null for what was there when the log was first read. */
  not_seen_at: string | null;
  /** Since when the platform no longer returns it. */
  gone_at: string | null;
  /** What was another at an earlier read, newest first. */
  changes: { at: string; fields: { field: string; before: string | null; after: string | null }[] }[];
};

/** `data` is null for an entry that was never read here. */
export const getDeliverySeen = operation({
  id: "webhooks.seen",
  label: "See when a delivery was first seen and how it changed",
  method: "GET",
  path: "/console/deliveries/{entry_id}",
  input: z.object({ entry_id: keptText(500) }),
  output: ownAnswer<{ data: DeliverySeen | null }>(),
  allow: roles,
});
