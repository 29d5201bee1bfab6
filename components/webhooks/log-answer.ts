import type { Tone } from "@/components/ui/buttons/status-icon";
import { unwatchedText } from "@/lib/client/webhook-log";
import type { DeliverySummary, Gap } from "@/lib/contract/console/webhook-log/summary";
import { wordsIn } from "@/lib/contract/console/webhook-log/words";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";
import { isNarrowed, type LogFilter } from "./log-list";
import { faultText } from "./ours-or-theirs";
import type { WebhookLogState } from "./use-webhook-log";

export type AnswerInput = Pick<WebhookLogState, "filter" | "targets"> & {
  momentOf: (iso: string) => string;
};

export type LogAnswer = {
  tone: Tone;
  text: string;
  more: string[];
  /** Parts of the time that were not watched. */
  gaps: readonly Gap[];
  /** A sentence on deliveries from before the first read that may belong to the time, without its full stop. */
  unwatched: string | undefined;
};

/** Heading: did the deliveries of the chosen time arrive? The worst outcome leads. */
export function answerOf(summary: DeliverySummary, parts: AnswerInput): LogAnswer {
  const { not_delivered, retrying, late, watched, reading } = summary;
  const isOlder = parts.filter.view === "older";
  const joined = reading.by_webhook;
  const isLed = not_delivered > 0 || retrying > 0 || late !== null;
  const here = hereOf(summary, parts);
  return {
    ...(here ? here : isLed ? troubleOf(summary, parts) : calmOf(summary, parts, watched === "all" || isOlder)),
    more: [
      parts.filter.here === undefined && summary.total === 0 && summary.events > 0 && noDelivery,
      not_delivered > 0 &&
        retrying > 0 &&
        `${formatCount(retrying)} ${retrying === 1 ? "has" : "have"} not arrived yet${attemptsWords(summary)}.`,
      late && lateSentence(late, parts, not_delivered > 0 || retrying > 0),
      not_delivered + retrying > 0 && faultText(summary, parts.targets),
      joined &&
        `The whole log is too large to read at once, so each webhook’s own log was read${joined.read < joined.of ? `: ${formatCount(joined.read)} of ${formatCount(joined.of)}` : ""}.`,
    ].filter((sentence) => typeof sentence === "string"),
    gaps: isOlder ? [] : summary.gaps,
    unwatched: isOlder ? undefined : unwatchedText(summary, parts.momentOf),
  };
}

const noDelivery = "The log has no delivery of this.";

type Headline = Pick<LogAnswer, "tone" | "text">;

const hereHeads = {
  yes: { tone: "ok", words: "Arrived here" },
  several: { tone: "wait", words: "Arrived here several times" },
  no: { tone: "fault", words: "Not here" },
  waiting: { tone: "idle", words: "Not compared yet" },
  not_in_log: { tone: "unknown", words: "Not in the log" },
  arrived: { tone: "ok", words: "Arrived here" },
} as const;

/**
 * "Not here: 5 of 1,511 deliveries to Switchboard". Events without a delivery count where they can match. Undefined without the
 * filter *Arrived here*, unless there are only events.
 */
function hereOf({ total, events, choices }: DeliverySummary, { filter, targets }: AnswerInput): Headline | undefined {
  const here = filter.here ?? (total === 0 && events > 0 ? "arrived" : undefined);
  if (here === undefined) return undefined;
  const { tone, words } = hereHeads[here];
  const kind = isNarrowed({ ...filter, here: undefined }) ? "matching " : "";
  const scope = filter.webhook ? scopeText(filter, targets) : ` to Switchboard${timeText(filter)}`;
  const found = total + events;
  if (here === "not_in_log" || here === "arrived") {
    const text = `${words}: ${found === 0 ? "no" : formatCount(found)} ${kind}${found === 1 ? "event" : "events"}${scope}`;
    return { tone: found === 0 ? "idle" : tone, text };
  }
  const all = choices.here.reduce((sum, { word, count }) => (word in ofDeliveries ? sum + count : sum), 0);
  const of = countOf(all, `${kind}delivery`, `${kind}deliveries`);
  if (found === 0) return { tone: here === "no" && all > 0 ? "ok" : "idle", text: `${words}: none of ${of}${scope}` };
  return { tone, text: `${words}: ${formatCount(found)} of ${of}${scope}` };
}

const ofDeliveries = { yes: true, several: true, no: true, waiting: true };

function troubleOf(summary: DeliverySummary, parts: AnswerInput): Headline {
  const { total, not_delivered, retrying, late } = summary;
  const of = (count: number) => {
    if (count === total) return `${total > 1 ? "all " : ""}${deliveriesText(summary, parts)}`;
    return `${formatCount(count)} of ${deliveriesText(summary, parts)}`;
  };
  if (not_delivered > 0)
    return { tone: "fault", text: `Not arrived: ${of(not_delivered)}${worstWords(summary, parts)}` };
  if (retrying > 0) return { tone: "live", text: `Not arrived yet: ${of(retrying)}${attemptsWords(summary)}` };
  const { total: count = 0, longest_seconds = 0 } = late ?? {};
  return { tone: "wait", text: `Late: ${of(count)}, by ${count > 1 ? "up to " : ""}${formatSpan(longest_seconds)}` };
}

/** ", up to 2 attempts". Empty if no attempt was made. */
const attemptsWords = ({ retrying, retrying_attempts: attempts }: DeliverySummary) =>
  attempts ? `, ${retrying > 1 && attempts > 1 ? "up to " : ""}${countOf(attempts, "attempt")}` : "";

/** Only a time that was watched whole is known to have had no failures. */
function calmOf(summary: DeliverySummary, parts: AnswerInput, isSure: boolean): Headline {
  const { total, watched } = summary;
  const scope = scopeText(parts.filter, parts.targets);
  const kind = isNarrowed(parts.filter) ? "matching " : "";
  if (!isSure) {
    if (watched === "none" && total === 0) return { tone: "unknown", text: `Not watched${timeText(parts.filter)}` };
    const known = total === 0 ? `no known ${kind}deliveries${scope}` : `${deliveriesText(summary, parts)} arrived`;
    return { tone: "unknown", text: `Not watched${watched === "none" ? "" : " all the time"}: ${known}` };
  }
  if (total === 0) return { tone: "idle", text: `No ${kind}deliveries${scope}` };
  return { tone: "ok", text: `Arrived: ${total > 1 ? "all " : ""}${deliveriesText(summary, parts)}` };
}

function deliveriesText({ total, watched }: DeliverySummary, { filter, targets }: AnswerInput) {
  const known = watched === "all" || filter.view === "older" ? "" : "known ";
  const kind = `${known}${isNarrowed(filter) ? "matching " : ""}`;
  return `${countOf(total, `${kind}delivery`, `${kind}deliveries`)}${scopeText(filter, targets)}`;
}

const nearMs = 60_000;

/** "3 deliveries to hooks.example.com were first tried at 20:00 and arrived at 20:07, 7 min late." */
function lateSentence(late: NonNullable<DeliverySummary["late"]>, parts: AnswerInput, isAside: boolean) {
  const { filter, targets, momentOf } = parts;
  const by = formatSpan(late.longest_seconds);
  if (!filter.between)
    return isAside && `${formatCount(late.total)} arrived late, by ${late.total === 1 ? "" : "up to "}${by}.`;
  const host = late.webhook_id === null ? undefined : targets.get(late.webhook_id)?.host;
  const deliveries = `${countOf(late.total, "delivery", "deliveries")}${host ? ` to ${host}` : ""}`;
  const was = late.total === 1 ? "was" : "were";
  const [first, arrived] = [momentOf(late.first_at), momentOf(late.arrived_at)];
  const spanMs = Date.parse(late.arrived_at) - Date.parse(late.first_at);
  if (Math.abs(spanMs - late.longest_seconds * 1000) < nearMs)
    return `${deliveries} ${was} first tried at ${first} and arrived at ${arrived}, ${by} late.`;
  return `${deliveries} ${was} first tried from ${first} on and arrived by ${arrived}, up to ${by} late.`;
}

const timeText = ({ preset, between }: LogFilter) =>
  between ? " in this time" : preset ? ` in the last ${preset.label}` : "";

function scopeText(filter: LogFilter, targets: WebhookLogState["targets"]) {
  const { webhook, view } = filter;
  const { words, isExcluded } = wordsIn(webhook);
  const [id = "", ...more] = words;
  const host =
    words.length > 0 &&
    (targets.get(id)?.host ?? `webhook ${id}`) + (more.length > 0 ? ` and ${more.length} more` : "");
  const to = host ? (isExcluded ? ` to all but ${host}` : ` to ${host}`) : "";
  if (view === "older") return `${to} of unknown time`;
  return `${to}${timeText(filter)}`;
}

/** The webhook with most failures. Empty if one is filtered, or if it has less than half of them. */
function worstWords({ webhooks, not_delivered }: DeliverySummary, { filter, targets }: AnswerInput) {
  if (filter.webhook !== undefined || isNarrowed(filter) || webhooks.length < 2) return "";
  const worst = webhooks.reduce((most, webhook) => (webhook.not_delivered > most.not_delivered ? webhook : most));
  const host = targets.get(worst.webhook_id)?.host ?? worst.webhook_id;
  if (not_delivered < 2 || host === "") return "";
  if (worst.not_delivered >= not_delivered) return `, all to ${host}`;
  return worst.not_delivered * 2 < not_delivered ? "" : `, ${formatCount(worst.not_delivered)} of them to ${host}`;
}
