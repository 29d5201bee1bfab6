import { type RuleId, ruleIds } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { onlyWordIn, wordsText } from "@/lib/contract/console/webhook-log/words";
import type { MessageItem } from "@/lib/db/console/tables/alerts";
import { maxIds } from "./deliveries-shown";

const maxLines = 10;
/** Alerts of one rule that are named in its line. */
const maxNamed = 5;
const maxTitle = 140;

type Items = readonly MessageItem[];

/** "2026-11-20 14:05 UTC". */
const minuteOf = (at: string) => `${at.slice(0, 16).replace("T", " ")} UTC`;

/** Names the first open alert and the first that is over. Each is counted apart, so that neither stands for the other. */
export function subjectOf(items: Items): string {
  const ordered = inOrder(items);
  const [over, open] = [ordered.filter(({ until }) => until), ordered.filter(({ until }) => !until)];
  const isMixed = over.length > 0 && open.length > 0;
  const part = (some: Items, unit: string) => {
    const title = cut(some[0]?.title.replace(/\.$/, "") ?? "");
    return some.length > 1 ? `${title}, and ${some.length - 1} more${unit}` : title;
  };
  if (!isMixed) return part(ordered, "");
  return `${open[0]?.isEvent ? "" : "Open: "}${part(open, "")}. ${part(over, " over")}`;
}

/** One line per rule, and apart for alerts that are over. */
export const mailLines = (items: Items, origin: string) =>
  linesOf(items, origin).map(({ text, url }) => `${text} ${url}`);

export const slackLines = (items: Items, origin: string) =>
  linesOf(items, origin).map(({ text, url }) => `${slackText(text)} <${url}|Open in Switchboard>`);

export const slackText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function linesOf(items: Items, origin: string) {
  const groups = new Map<string, MessageItem[]>();
  for (const item of inOrder(items)) {
    const key = `${item.rule} ${item.until !== undefined}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const lines = [...groups.values()].map((group) => ({
    text: `${ruleKinds[group[0]?.rule as RuleId]?.title ?? "Switchboard"}: ${textOf(group)}`,
    url: new URL(hrefOf(group), origin).href,
  }));
  if (lines.length <= maxLines) return lines;
  const more = `And ${lines.length - maxLines + 1} more kinds of alerts.`;
  return [...lines.slice(0, maxLines - 1), { text: more, url: new URL("/", origin).href }];
}

function textOf(group: Items): string {
  const [first, ...others] = group;
  if (!first) return "";
  if (others.length === 0) return [sentence(first.title), factsOf(first), timeOf(first)].filter(Boolean).join(" ");
  const named = group.slice(0, maxNamed);
  const more = group.length > named.length ? [`And ${group.length - named.length} more.`] : [];
  const facts = (item: MessageItem) => (item.deliveryIds ? factsOf(item) : undefined);
  const texts = named.map((item) => [sentence(cut(item.title)), facts(item)].filter(Boolean).join(" "));
  const earliest = group.reduce((before, item) => (item.since < before.since ? item : before));
  return [...texts, ...more, `The first: ${timeOf(earliest).replace(/^\S/, (letter) => letter.toLowerCase())}`].join(
    " ",
  );
}

/** The webhook, the reason, and the IDs of the first deliveries. */
function factsOf({ why, webhookId, deliveryIds = [] }: MessageItem): string {
  const label = deliveryIds.length === 1 ? "ID" : deliveryIds.length < maxIds ? "IDs" : "First IDs";
  const ids = deliveryIds.length > 0 && `${label}: ${deliveryIds.join(", ")}.`;
  return [webhookId && `Webhook: ${webhookId}.`, why && sentence(why), ids].filter(Boolean).join(" ");
}

function timeOf({ since, until, isEvent, changedAt }: MessageItem): string {
  if (isEvent) return `At ${minuteOf(since)}.`;
  if (until) return `From ${minuteOf(since)} to ${minuteOf(until)}.`;
  return changedAt
    ? `Seen since ${minuteOf(since)}; the record changed ${minuteOf(changedAt)}.`
    : `Since ${minuteOf(since)}.`;
}

/** A link to all alerts of a group: their own view if it can hold all, else the list of open alerts, or of the records. */
function hrefOf(group: Items): string {
  const hrefs = group.map(({ href }) => href);
  const [first = "", ...others] = hrefs;
  if (others.every((href) => href === first)) return first;
  const [path, ...more] = new Set(hrefs.map((href) => href.split("?")[0]));
  const list = group.some(({ until }) => until) && path && more.length === 0 ? path : "/#needs-attention";
  return webhooksHref(hrefs) ?? list;
}

/** A view of several webhooks, if their links differ in the webhook only. */
function webhooksHref(hrefs: readonly string[]): string | undefined {
  const views = hrefs.map((href) => new URL(href, "http://localhost"));
  const webhooks = views.map(({ searchParams }) => onlyWordIn(searchParams.get("webhook") ?? undefined));
  const rest = new Set(
    views.map((view) => {
      view.searchParams.delete("webhook");
      return view.pathname + view.search;
    }),
  );
  const words = webhooks.filter((word) => word !== undefined);
  const [view] = views;
  if (!view || rest.size > 1 || words.length < hrefs.length) return undefined;
  view.searchParams.set("webhook", wordsText({ words, isExcluded: false }) ?? "");
  return view.pathname + view.search;
}

/** Open alerts before those that are over, by rule. */
const inOrder = (items: Items) =>
  items.toSorted((a, b) => Number(a.until !== undefined) - Number(b.until !== undefined) || rankOf(a) - rankOf(b));

const rankOf = ({ rule }: MessageItem) => ruleIds.indexOf(rule as RuleId);

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const cut = (text: string) => (text.length > maxTitle ? `${text.slice(0, maxTitle - 1)}…` : text);
