import { z } from "#schema";
import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** What the navigation counts, from what was kept. Null where nothing was read yet, or the person may not see it. */
export type Summary = {
  phone_numbers: number | null;
  campaigns_running: number | null;
  /** Entries of the webhook log of the last 24 hours that are not delivered. */
  not_delivered: number | null;
  credentials_faulty: number | null;
  attention: number | null;
};

export const getSummary = operation({
  id: "summary.get",
  label: "See the counts beside the pages",
  method: "GET",
  path: "/console/summary",
  input: z.object({}),
  output: ownAnswer<{ data: Summary }>(),
  allow: roles,
});

/** What `GET /api/events` says: which resources are not what they were, `*` for all, and the counts where they moved. */
export type StreamMessage = { keys?: string[]; summary?: Summary };

/** In place of resources: everything may have changed, for it could not be heard what did. */
export const everything = "*";

/** How often the stream says that it stands. */
export const heartbeatMs = 20_000;
