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

/**
 * What `GET /api/events` says: what is not what it was, and the counts where they moved. A key is a resource as in operation
 * ids (`campaigns`), one operation (`campaigns.progress`), either of one record (`campaigns c-1`), or `*` for everything.
 */
export type StreamMessage = { keys?: string[]; summary?: Summary };

export const resourceIn = (key: string) => key.split(/[. ]/, 1).join();

/** Whether what an operation reads with this input is meant by a key. A list is meant by each of its records. */
export function isMeant(key: string, of: { resource: string; verb: string; input: unknown }): boolean {
  if (key === everything) return true;
  const [, resource, verb, ref] = /^([^. ]+)(?:\.([^ ]+))?(?: (.*))?$/s.exec(key) ?? [];
  if (resource !== of.resource || (verb !== undefined && verb !== of.verb)) return false;
  const named = Object.entries(of.input ?? {}).filter(([name]) => /(^|_)(id|ref)$/.test(name));
  return ref === undefined || named.length === 0 || named.some(([, value]) => value === ref);
}

/** In place of resources: everything may have changed, for it could not be heard what did. */
export const everything = "*";

/** How often the stream says that it stands. */
export const heartbeatMs = 20_000;
