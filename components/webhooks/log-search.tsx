import { useEffect, useRef } from "react";
import { hasToken } from "@/components/list/list-spec";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { filterBar, useIntent } from "@/components/ui/browser/use-intent";
import { nowInUrl } from "@/components/ui/browser/use-url-state";
import { useUrlText } from "@/components/ui/browser/use-url-text";
import { SearchField } from "@/components/ui/fields/search-field";
import { useOwnZone } from "@/components/ui/time/zone";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { clock } from "@/lib/clock";
import { getDelivery } from "@/lib/contract/console/webhook-log/deliveries";
import { timeZoneOf } from "@/lib/format/format-time";
import type { TypedSpan } from "@/lib/format/parse-range";
import { spanText } from "@/lib/format/span-text";
import { looksLikeTime } from "@/lib/format/typed-time";
import { fromStart, logList } from "./log-list";
import { useRangeZone, type WebhookLogState } from "./use-webhook-log";

const searchDelayMs = 300;

const loadParsers = () => Promise.all([import("@/lib/format/parse-range"), import("@/components/list/parse-tokens")]);

/** A time that was typed into the search field, and the time parameters of the URL before it. */
type TypedTime = { between: string; before: Record<string, string | undefined> };

const search = logList.filters.find((filter) => filter.kind === "search") ?? { label: "", hint: "", longest: 0 };

type SearchedLog = Pick<WebhookLogState, "url">;

export function LogSearch({ log }: { log: SearchedLog }) {
  const { urlText, typed, change, send, apply, openEntry, handledText, typedTime } = useLogSearch(log);
  return (
    <SearchField
      label={search.label}
      placeholder="yesterday 14:10, a number, an ID or an address"
      className="h-11 w-full text-md"
      aria-invalid={looksLikeTime(urlText)}
      title={search.hint}
      aria-keyshortcuts="F"
      value={typed}
      maxLength={search.longest}
      onChange={({ target: { value } }) => {
        handledText.current = undefined;
        change({ typed: value });
        send(value);
      }}
      onFocus={({ currentTarget }) => typedTime.current && currentTarget.select()}
      onKeyDown={async (event) => {
        if (event.key !== "Enter") return;
        const entered = event.currentTarget.value.trim();
        handledText.current = entered;
        if (!(await openEntry(entered))) await apply(entered, true);
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text").trim();
        void openEntry(pasted);
      }}
    />
  );
}

/**
 * Filters the log by the typed text, debounced. A typed "yesterday 14:00–14:20" becomes a time range, which goes when the text
 * goes. After Enter tokens such as `status:failed` become filters. A pasted or entered entry ID opens the entry.
 */
function useLogSearch(log: SearchedLog) {
  const { url } = log;
  const timeZone = useRangeZone(log);
  const { urlText, typed, change } = useUrlText();
  const { typedTime, timeOf, takeBack } = useTypedTime(url, () => change({ typed: "" }));
  // Text that Enter already handled. The debounced search skips it.
  const handledText = useRef<string>(undefined);
  useIntent(filterBar, loadParsers);
  const send = useDebounced((text: string) => {
    if (text.trim() !== handledText.current) void apply(text, false);
  }, searchDelayMs);

  async function apply(entered: string, isDone: boolean) {
    const { filters, range, rest, text } = await parseSearch(entered, { isDone, timeZone });
    if (text === undefined) return;
    const hasFilters = Object.keys(filters).length > 0;
    change({ sent: text, ...(hasFilters ? { typed: rest } : {}) });
    const isTyping = range !== undefined && !isDone;
    const time = range ? timeOf(range) : takeBack();
    url.set({ ...time, ...filters, text, ...fromStart }, { replaces: isTyping || !(range || hasFilters) });
  }

  async function openEntry(id: string) {
    if (!/^\S{3,300}$/.test(id)) return false;
    const answer = await call(getDelivery, { entry_id: id }).catch(() => {
      // Without an answer the text is a search, not an ID.
    });
    const isFound = answer !== undefined && readAnswer(getDelivery, answer).value.data !== null;
    if (!isFound) return false;
    handledText.current = id;
    change({ typed: "", sent: "" });
    url.set({ ...takeBack(), text: undefined }, { replaces: true });
    url.open("entry", id);
    return true;
  }

  return { urlText, typed, change, send, apply, openEntry, handledText, typedTime };
}

/** A typed time replaces the time parameters of the URL. `takeBack` returns the earlier ones. `onReplaced` runs when another is chosen. */
function useTypedTime(url: SearchedLog["url"], onReplaced: () => void) {
  const shownZone = timeZoneOf(useOwnZone());
  const typedTime = useRef<TypedTime>(undefined);
  const between = url.get("between");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a time chosen elsewhere clears the field
  useEffect(() => {
    if (!typedTime.current || nowInUrl("between") === typedTime.current.between) return;
    typedTime.current = undefined;
    onReplaced();
  }, [between]);

  function takeBack() {
    const { before } = typedTime.current ?? {};
    typedTime.current = undefined;
    return before;
  }

  function timeOf({ zone: named, ...span }: TypedSpan) {
    const before = typedTime.current?.before ?? {
      ...{ time: nowInUrl("time"), between: nowInUrl("between"), tz: nowInUrl("tz") },
    };
    const written = spanText(span);
    typedTime.current = { between: written, before };
    const tz = named === undefined ? before.tz : named === shownZone ? undefined : named;
    return { between: written, time: undefined, tz };
  }

  return { typedTime, timeOf, takeBack };
}

/** Could become an IP address, so it counts as a time only after Enter. */
const dotted = /^[\d.]+$/;

/** The number of a time in seconds or milliseconds since 1970. */
const epoch = /^\d{10}(?:\d{3})?(?:\.\d+)?$/;

type SearchOptions = { isDone: boolean; timeZone: string };
type Search = { filters: Record<string, string>; range?: TypedSpan | undefined; rest: string; text?: string };

/**
 * Splits a typed search into filters, a time range and text. `isDone` is true after Enter. Before, `text` is undefined if a token
 * is still being typed.
 */
async function parseSearch(entered: string, { isDone, timeZone }: SearchOptions): Promise<Search> {
  const [{ parseRange }, { parseTokens }] = await loadParsers();
  if (!isDone && hasToken(logList, entered)) return { filters: {}, rest: entered };
  const { values: filters, rest } = parseTokens(logList, entered);
  const mayBeTime = isDone || looksLikeTime(rest) || epoch.test(rest);
  const range = mayBeTime ? parseRange(rest, { nowMs: clock.nowMs(), timeZone }) : undefined;
  return {
    filters,
    range: isDone || !dotted.test(rest) || epoch.test(rest) ? range : undefined,
    rest,
    text: range ? "" : rest,
  };
}
