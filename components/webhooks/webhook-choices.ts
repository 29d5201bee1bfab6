import type { LogCount } from "@/lib/client/webhook-log";
import type { Webhook } from "@/lib/contract/webhooks";

export type WebhookChoice = { id: string; webhook: Webhook | undefined; count: LogCount | undefined };

export type ChoicesInput = {
  webhooks: readonly Webhook[];
  /** Undefined while the log is not read. */
  counts: ReadonlyMap<string | undefined, LogCount> | undefined;
  chosen: string | undefined;
};

/** The webhooks the API lists, then those that only the log or the address names. */
export function webhookChoices({ webhooks, counts, chosen }: ChoicesInput): WebhookChoice[] {
  const listed = webhooks.flatMap((webhook) => (webhook.id ? [{ id: webhook.id, webhook }] : []));
  const known = new Set(listed.map(({ id }) => id));
  const named = [...(counts?.keys() ?? []), chosen].filter((id) => id !== undefined && !known.has(id));
  const unlisted = [...new Set(named)].flatMap((id) => (id === undefined ? [] : [{ id, webhook: undefined }]));
  return [...listed, ...unlisted].map((each) => ({
    ...each,
    count: counts && (counts.get(each.id) ?? { entries: 0, notDelivered: 0 }),
  }));
}

/** How many there are to choose from; an ID that only the address names is none of them. */
export const countKnown = (choices: readonly WebhookChoice[]) => choices.filter(isKnown).length;

/** Listed by the API, or named by an entry of the log. */
const isKnown = ({ webhook, count }: WebhookChoice) => webhook !== undefined || (count?.entries ?? 0) > 0;
