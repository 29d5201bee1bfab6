import type { UrlState } from "@/components/ui/browser/use-url-state";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { holdsText } from "@/lib/format/comparable-text";
import { looksLikeTime } from "@/lib/format/typed-time";
import type { LogFilter } from "./log-list";

/** `no_time` looks like a time but cannot be read, so it filters nothing. */
export type UnknownText = { text: string; is: "unknown" | "no_time" };

type TextInput = { url: UrlState; filter: LogFilter; summary: DeliverySummary | undefined };

/** The searched text if it is no time and the stored log has it at no time. Undefined if an answer without deliveries is true. */
export function unknownText({ url, filter: { text }, summary }: TextInput): UnknownText | undefined {
  const sent = url.get("text")?.trim() ?? "";
  if (looksLikeTime(sent)) return { text: sent, is: "no_time" };
  const isFound = !summary || summary.total + summary.events > 0 || summary.outside_time.length > 0;
  return text === undefined || isFound || isKnownTo(summary, text) ? undefined : { text, is: "unknown" };
}

const isKnownTo = ({ webhooks }: DeliverySummary, text: string) =>
  webhooks.some(({ webhook_id, url, events }) =>
    [webhook_id, url, ...(events ?? [])].some((value) => holdsText(value, text)),
  );

export function unknownSentence({ text, is }: UnknownText): string {
  if (is === "no_time") return `“${text}” is not a time that Switchboard can read.`;
  return `“${text}” is not a time, number, ID, address or word that Switchboard knows from the log.`;
}
