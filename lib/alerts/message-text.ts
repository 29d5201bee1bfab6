import { isSeenSince, type RuleId, ruleIds } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { onlyWordIn, wordsText } from "@/lib/contract/console/webhook-log/words";
import type { MessageItem } from "@/lib/db/console/tables/alerts";
import { wallTimeOf } from "@/lib/format/zoned-time";
import { maxIds } from "./deliveries-shown";

const maxLines = 10;
/** Alerts of one rule that are named in its line. */
const maxNamed = 5;
const maxTitle = 140;

type Items = readonly MessageItem[];

/** "2026-11-20 14:05 UTC (15:05 Europe/Berlin)". UTC alone without a zone, or if it shows the same. */
function minuteOf(at: string, zone: string | undefined) {
  const [day = "", utc = ""] = at.slice(0, 16).split("T");
  const [localDay = "", local = ""] =
    zone === undefined ? [day, utc] : wallTimeOf(Date.parse(at), zone).text.split("T");
  const other = localDay === day ? local : `${localDay} ${local}`;
  return `${day} ${utc} UTC${other === utc ? "" : ` (${other} ${zone})`}`;
}

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

/** A block of lines per rule, and apart for alerts that are over: what happened, the link, then the facts and IDs. */
export const mailBlocks = (items: Items, origin: string, zone?: string) =>
  groupsOf(items, origin, zone).map(({ title, sentences, facts, ids, url }) =>
    [...sentences.map((text, index) => (index === 0 ? `${title}: ${text}` : text)), url, ...facts, ...ids].join("\n"),
  );

/** One line per rule, and apart for alerts that are over. */
export const slackLines = (items: Items, origin: string, zone?: string) =>
  groupsOf(items, origin, zone).map(
    ({ title, sentences, facts, ids, url }) =>
      `${slackText(`${title}: ${[...sentences, ...facts, ...ids].join(" ")}`)} <${url}|Open in Switchboard>`,
  );

export const slackText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

type Block = { title: string; sentences: string[]; facts: string[]; ids: string[]; url: string };

function groupsOf(items: Items, origin: string, zone: string | undefined): Block[] {
  const groups = new Map<string, MessageItem[]>();
  for (const item of inOrder(items)) {
    const key = `${item.rule} ${item.until !== undefined}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const blocks = [...groups.values()].map((group) => ({
    title: ruleKinds[group[0]?.rule as RuleId]?.title ?? "Switchboard",
    ...blockOf(group, zone),
    url: new URL(hrefOf(group), origin).href,
  }));
  if (blocks.length <= maxLines) return blocks;
  const more = `${blocks.length - maxLines + 1} more kinds of alerts.`;
  const url = new URL("/", origin).href;
  return [...blocks.slice(0, maxLines - 1), { title: "And", sentences: [more], facts: [], ids: [], url }];
}

function blockOf(group: Items, zone: string | undefined): Pick<Block, "sentences" | "facts" | "ids"> {
  const [first, ...others] = group;
  if (!first) return { sentences: [], facts: [], ids: [] };
  const named = group.slice(0, maxNamed);
  if (others.length === 0)
    return {
      sentences: [sentence(first.title)],
      facts: [...(first.why ? [sentence(first.why)] : []), timeOf(first, zone)],
      ids: idsOf(first),
    };
  const more = group.length > named.length ? [`And ${group.length - named.length} more.`] : [];
  const earliest = group.reduce((before, item) => (item.since < before.since ? item : before));
  const firstTime = timeOf(earliest, zone).replace(/^\S/, (letter) => letter.toLowerCase());
  return {
    sentences: [...named.map(({ title }) => sentence(cut(title))), ...more],
    facts: [`The first: ${firstTime}`],
    ids: named.flatMap(idsOf),
  };
}

/** The webhook, and the IDs of the first deliveries. */
function idsOf({ webhookId, deliveryIds = [] }: MessageItem): string[] {
  const label = deliveryIds.length === 1 ? "ID" : deliveryIds.length < maxIds ? "IDs" : "First IDs";
  return [
    ...(webhookId ? [`Webhook: ${webhookId}.`] : []),
    ...(deliveryIds.length > 0 ? [`${label}: ${deliveryIds.join(", ")}.`] : []),
  ];
}

function timeOf({ rule, since, until, isEvent, changedAt }: MessageItem, zone: string | undefined): string {
  const [at, end] = [minuteOf(since, zone), until && minuteOf(until, zone)];
  if (isEvent) return `At ${at}.`;
  if (end) return `From ${at} to ${end}.`;
  if (changedAt) return `Seen since ${at}; the record changed ${minuteOf(changedAt, zone)}.`;
  return `${isSeenSince(rule) ? "Seen since" : "Since"} ${at}.`;
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
