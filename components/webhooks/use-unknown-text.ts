"use client";

import { useQuery } from "@tanstack/react-query";
import type { UrlState } from "@/components/ui/browser/use-url-state";
import { read } from "@/lib/client/query";
import { type DeliverySummary, listDeliveries } from "@/lib/contract/console/deliveries";
import { looksLikeTime } from "@/lib/format/parse-time";
import type { LogFilter } from "./log-filter";

/** `looking` until the whole log has been searched. `no_time` looks like a time but cannot be read, so it filters nothing. */
export type UnknownText = { text: string; is: "unknown" | "no_time" | "looking" };

type TextInput = { url: UrlState; filter: LogFilter; summary: DeliverySummary | undefined };

/** The searched text if it is no time and the stored log has it at no time. Undefined if an answer without deliveries is true. */
export function useUnknownText({ url, filter, summary }: TextInput): UnknownText | undefined {
  const sent = url.get("text")?.trim() ?? "";
  const { text } = filter;
  const isEmpty = text !== undefined && summary?.total === 0 && !isKnownTo(summary, text);
  const search = useQuery({ ...read(listDeliveries, { text, limit: 1 }), enabled: isEmpty });
  if (looksLikeTime(sent)) return { text: sent, is: "no_time" };
  if (!isEmpty) return undefined;
  const found = search.data?.value.data;
  if (found === undefined) return { text, is: "looking" };
  return found.length > 0 ? undefined : { text, is: "unknown" };
}

/** True if a webhook without deliveries has the text. */
const isKnownTo = ({ webhooks }: DeliverySummary, text: string) =>
  webhooks.some(({ webhook_id, url, events }) =>
    [webhook_id, url ?? "", ...(events ?? [])].some((value) => value.toLowerCase().includes(text.toLowerCase())),
  );

export function unknownSentence({ text, is }: UnknownText): string {
  if (is === "looking") return `Looking for “${text}” in the whole log.`;
  if (is === "no_time") return `“${text}” is not a time that Switchboard can read.`;
  return `“${text}” is no time, ID, address or word of the log that we know.`;
}
