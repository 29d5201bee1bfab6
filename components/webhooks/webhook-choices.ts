import { uniqueKeys } from "@/lib/client/unique-keys";
import type { LogCount } from "@/lib/client/webhook-log";
import type { Webhook } from "@/lib/contract/api/webhooks";

export type WebhookChoice = {
  key: string;
  /** Undefined for one that came without an ID: its log cannot be asked for. */
  id: string | undefined;
  webhook: Webhook | undefined;
  /** The webhook just as it was sent. */
  sent: unknown;
  count: LogCount | undefined;
};

export type ChoicesInput = {
  webhooks: readonly Webhook[];
  /** The same rows before they were read. */
  sent: readonly unknown[];
  /** Undefined while the log is not read. */
  counts: ReadonlyMap<string | undefined, LogCount> | undefined;
  chosen: string | undefined;
};

/** Every webhook the API lists, then those that only the log or the address names. */
export function webhookChoices({ webhooks, sent, counts, chosen }: ChoicesInput): WebhookChoice[] {
  const listed = webhooks.map((webhook, at) => ({ id: webhook.id || undefined, webhook, sent: sent[at] }));
  const known = new Set(listed.map(({ id }) => id));
  const named = [...(counts?.keys() ?? []), chosen].filter((id) => id !== undefined && !known.has(id));
  const unlisted = [...new Set(named)].map((id) => ({ id, webhook: undefined, sent: undefined }));
  const all = [...listed, ...unlisted];
  const keys = uniqueKeys(all.map(({ id }) => id ?? "no ID"));
  return all.map((each, at) => ({
    ...each,
    key: keys[at] ?? "",
    count: counts && each.id !== undefined ? (counts.get(each.id) ?? { entries: 0, notDelivered: 0 }) : undefined,
  }));
}

/** Beyond these a list of webhooks is folded, so that the log under it stays within reach. */
export const mostUnfolded = 12;
const foldedTo = 8;

/** The choices to show: those that hold the text; while the list is folded the first few and the chosen one. */
export function foldedChoices(
  choices: readonly WebhookChoice[],
  { text, isWhole, chosen }: { text: string; isWhole: boolean; chosen: string | undefined },
): readonly WebhookChoice[] {
  const wanted = text.trim().toLowerCase();
  const found = wanted === "" ? choices : choices.filter((choice) => hasText(choice, wanted));
  if (isWhole || found.length <= mostUnfolded) return found;
  return found.filter(({ id }, at) => at < foldedTo || (id !== undefined && id === chosen));
}

const hasText = ({ id, webhook }: WebhookChoice, wanted: string) =>
  [id, webhook?.url, webhook?.status, ...(webhook?.events ?? [])].some((each) => each?.toLowerCase().includes(wanted));

/** How many there are to choose from; an ID that only the address names is none of them. */
export const countKnown = (choices: readonly WebhookChoice[]) => choices.filter(isKnown).length;

/** Listed by the API, or named by an entry of the log. */
const isKnown = ({ webhook, count }: WebhookChoice) => webhook !== undefined || (count?.entries ?? 0) > 0;
