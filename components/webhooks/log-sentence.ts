import { type DeliverySummary, wordsIn } from "@/lib/contract/console/deliveries";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";
import type { LogFilter } from "./log-filter";
import { isNarrowed, type WebhookLogState } from "./use-webhook-log";

type SentenceParts = Pick<WebhookLogState, "filter" | "targets"> & {
  /** A moment in words, such as "20:07". */
  momentOf: (iso: string) => string;
};

/** "31 of 4,724 deliveries in this time were not delivered, 29 of them to warehouse.example.com." */
export function headSentence(summary: DeliverySummary, parts: SentenceParts): string {
  const joined = summary.reading.by_webhook;
  const sentences = [
    countSentence(summary, parts),
    lateSentence(summary, parts),
    joined &&
      `The whole log is too large to read at once, so each webhook’s own log was read${joined.read < joined.of ? `: ${formatCount(joined.read)} of ${formatCount(joined.of)}` : ""}.`,
  ];
  return sentences.filter(Boolean).join(" ");
}

function countSentence(summary: DeliverySummary, parts: SentenceParts): string {
  const { total, not_delivered: missed, retrying, watched } = summary;
  const scope = scopeText(parts.filter, parts.targets);
  const isSure = watched === "all" || parts.filter.view === "older";
  const kind = `${isSure ? "" : "known "}${isNarrowed(parts.filter) ? "matching " : ""}`;
  const deliveries = `${countOf(total, `${kind}delivery`, `${kind}deliveries`)}${scope}`;
  if (total === 0)
    return watched === "none" && !isSure ? "Nothing is known of this time." : `No ${kind}deliveries${scope}.`;
  const open = retrying > 0 ? `${formatCount(retrying)} ${retrying === 1 ? "is" : "are"} being retried` : "";
  if (missed === 0 && open)
    return total === 1 ? `${deliveries}, being retried.` : `${deliveries}: ${open}, the others arrived.`;
  if (missed === 0) return `${deliveries}, ${total > 1 && watched === "all" ? "all delivered" : "delivered"}.`;
  if (total === 1) return `${deliveries}, not delivered.`;
  if (missed === total) return `All ${deliveries} are undelivered${worstWords(summary, parts)}.`;
  const counts = `${formatCount(missed)} of ${deliveries}`;
  return `${counts} ${missed === 1 ? "was" : "were"} not delivered${worstWords(summary, parts)}.${open && ` ${open}.`}`;
}

const nearMs = 60_000;

/** "3 deliveries to hooks.example.com were first tried at 20:00 and arrived at 20:07, 7 min late." */
function lateSentence({ late }: DeliverySummary, { filter, targets, momentOf }: SentenceParts) {
  if (!late) return "";
  const by = formatSpan(late.longest_seconds);
  if (!filter.between) return `${formatCount(late.total)} arrived late, by ${late.total === 1 ? "" : "up to "}${by}.`;
  const host = late.webhook_id === null ? undefined : targets.get(late.webhook_id)?.host;
  const deliveries = `${countOf(late.total, "delivery", "deliveries")}${host ? ` to ${host}` : ""}`;
  const was = late.total === 1 ? "was" : "were";
  const [first, arrived] = [momentOf(late.first_at), momentOf(late.arrived_at)];
  const spanMs = Date.parse(late.arrived_at) - Date.parse(late.first_at);
  if (Math.abs(spanMs - late.longest_seconds * 1000) < nearMs)
    return `${deliveries} ${was} first tried at ${first} and arrived at ${arrived}, ${by} late.`;
  return `${deliveries} ${was} first tried from ${first} on and arrived by ${arrived}, up to ${by} late.`;
}

function scopeText(filter: LogFilter, targets: WebhookLogState["targets"]) {
  const { webhook, preset, between, view } = filter;
  const { words, isExcluded } = wordsIn(webhook);
  const [id = "", ...more] = words;
  const host =
    words.length > 0 &&
    (targets.get(id)?.host ?? `webhook ${id}`) + (more.length > 0 ? ` and ${more.length} more` : "");
  const to = host ? (isExcluded ? ` to all but ${host}` : ` to ${host}`) : "";
  const time = preset || between ? " in this time" : "";
  return `${to}${view === "older" ? " of unknown time" : time}`;
}

/** The webhook with most failures. Empty if one is filtered, or if it has less than half of them. */
function worstWords(
  { webhooks, not_delivered }: DeliverySummary,
  { filter, targets }: Pick<WebhookLogState, "filter" | "targets">,
) {
  if (filter.webhook !== undefined || isNarrowed(filter) || webhooks.length < 2) return "";
  const worst = webhooks.reduce((most, webhook) => (webhook.not_delivered > most.not_delivered ? webhook : most));
  const host = targets.get(worst.webhook_id)?.host ?? worst.webhook_id;
  if (not_delivered < 2 || host === "") return "";
  if (worst.not_delivered >= not_delivered) return `, all to ${host}`;
  return worst.not_delivered * 2 < not_delivered ? "" : `, ${formatCount(worst.not_delivered)} of them to ${host}`;
}
