"use client";

import { useEffect, useRef } from "react";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { FilterChip, WordsChip } from "@/components/ui/fields/filter-chip";
import type { FilterOption } from "@/components/ui/fields/filter-options";
import { SearchField } from "@/components/ui/fields/search-field";
import { useUrlText } from "@/components/ui/fields/url-search-field";
import { barClass } from "@/components/ui/page/section";
import { useZone } from "@/components/ui/time/zone";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { clock } from "@/lib/clock";
import {
  type CountedWord,
  type DeliverySummary,
  getDeliverySeen,
  wordsIn,
  wordsText,
} from "@/lib/contract/console/deliveries";
import { timeZoneOf } from "@/lib/format/format-time";
import type { TypedSpan } from "@/lib/format/parse-range";
import { looksLikeTime } from "@/lib/format/typed-time";
import { attemptsMessage, lateMessage, spanText, toggledWord, wordMessage } from "./log-filter";
import { RangeChip } from "./range-chip";
import { useRangeZone, type WebhookLogState } from "./use-webhook-log";

type FilterBarProps = { log: WebhookLogState; summary: DeliverySummary };

/** One chip per filter, each bound to a URL parameter. Counts apply the other filters. */
export function FilterBar({ log, summary: { choices } }: FilterBarProps) {
  const { url, filter } = log;
  const zone = useZone();
  const change = (name: string) => (value: string | undefined) => url.set({ [name]: value, entry: undefined });
  const bar = (
    <div
      className={`${barClass()} gap-y-1.5 border-t-0 [&>label]:max-w-[220px] [&>label]:min-w-[120px] [&>label]:flex-[1_1_130px] max-narrow:[&>label]:w-[220px] max-narrow:[&>label]:flex-none`}
    >
      <RangeChip log={log} />
      <WordFilter log={log} name="webhook" counted={choices.webhook} />
      <WordFilter log={log} name="status" counted={choices.status} />
      <WordFilter log={log} name="event" counted={choices.event} />
      <FilterChip
        name="Attempts"
        options={attemptsOptions(choices.attempts, filter.attempts)}
        value={filter.attempts}
        onChange={change("attempts")}
      />
      <FilterChip
        name="Late by"
        options={choices.late.map(({ word, count }) => ({ value: word, label: lateMessage(word), count }))}
        value={filter.late}
        onChange={change("late")}
      />
      <TextFilter log={log} />
      <span className="min-w-0 flex-1 max-narrow:hidden" />
      <CopyButton
        className="relative beside-drawer:hidden max-narrow:hidden"
        variant="bare"
        size="small"
        text={() => new URL(url.href({ zone }), location.href).href}
        name="the link to this view"
        mark="link"
      >
        <span className="sr-only">Copy link</span>
      </CopyButton>
    </div>
  );
  return (
    <>
      {bar}
      <p className="px-(--gutter) pb-2 text-sm/[17px] text-fault-ink empty:hidden" role="status">
        {looksLikeTime(url.get("text") ?? "") && "Not a valid time. Try: today 08:20"}
      </p>
    </>
  );
}

type WordFilterProps = { log: WebhookLogState; name: "webhook" | "status" | "event"; counted: readonly CountedWord[] };

function WordFilter({ log: { url, filter, targets }, name, counted }: WordFilterProps) {
  const { words, isExcluded } = wordsIn(filter[name]);
  const labelOf = (word: string) => (name === "webhook" && targets.get(word)?.host) || word;
  const others = words.filter((word) => !counted.some((option) => option.word === word)).map((word) => ({ word }));
  const set = (value: string | undefined) => url.set({ [name]: value, entry: undefined });
  return (
    <WordsChip
      name={chipNames[name]}
      options={[...others, ...counted].map(({ word, ...count }) => ({ value: word, label: labelOf(word), ...count }))}
      shown={words.length > 0 ? wordMessage(wordsText({ words: words.map(labelOf), isExcluded }) ?? "") : undefined}
      chosen={words}
      isExcluded={isExcluded}
      onToggle={(word) => set(toggledWord(filter[name], word, isExcluded))}
      onExclude={(isOut) => set(wordsText({ words, isExcluded: isOut }))}
      onClear={() => set(undefined)}
    />
  );
}

const chipNames = { webhook: "Webhook", status: "Status", event: "Event" };

function attemptsOptions(counted: readonly CountedWord[], chosen: string | undefined): FilterOption[] {
  const options = counted.map(({ word, count }) => ({ value: word, label: attemptsMessage(word), count }));
  if (chosen === undefined || counted.some(({ word }) => word === chosen)) return options;
  return [{ value: chosen, label: attemptsMessage(chosen) }, ...options];
}

const searchDelayMs = 300;

/** Could become an IP address, so it counts as a time only after Enter. */
const dotted = /^[\d.]+$/;

/** The number of a time in seconds or milliseconds since 1970. */
const epoch = /^\d{10}(?:\d{3})?(?:\.\d+)?$/;

/** A time that was typed into the search field, and the time parameters of the URL before it. */
type TypedTime = { between: string; before: Record<string, string | undefined> };

/**
 * Filters the log by the typed text, debounced. A typed "yesterday 14:00–14:20" becomes a time range, which goes when the text
 * goes. After Enter tokens such as `status:failed` become filters. A pasted or entered entry ID opens the entry.
 */
function TextFilter({ log: { url }, log }: { log: WebhookLogState }) {
  const timeZone = useRangeZone(log);
  const shownZone = timeZoneOf(useZone());
  const { urlText, typed, change } = useUrlText();
  const typedTime = useRef<TypedTime>(undefined);
  // Text that Enter already handled. The debounced search skips it.
  const handledText = useRef<string>(undefined);
  const send = useDebounced((text: string) => {
    if (text.trim() !== handledText.current) void apply(text, false);
  }, searchDelayMs);

  const between = url.get("between");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a time chosen elsewhere clears the field
  useEffect(() => {
    if (!typedTime.current || inAddress("between") === typedTime.current.between) return;
    typedTime.current = undefined;
    change({ typed: "" });
  }, [between]);

  /** URL parameters from before a typed time. */
  function takeBack() {
    const { before } = typedTime.current ?? {};
    typedTime.current = undefined;
    return before;
  }

  async function apply(entered: string, isDone: boolean) {
    const { filters, range, rest, text } = await parseSearch(entered, { isDone, timeZone });
    if (text === undefined) return;
    const hasFilters = Object.keys(filters).length > 0;
    change({ sent: text, ...(hasFilters ? { typed: rest } : {}) });
    const isTyping = range !== undefined && !isDone;
    const time = range ? timeOf(range) : takeBack();
    url.set({ ...time, ...filters, text, entry: undefined }, { replaces: isTyping || !(range || hasFilters) });
  }

  function timeOf({ zone: named, ...span }: TypedSpan) {
    const before = typedTime.current?.before ?? {
      ...{ time: inAddress("time"), between: inAddress("between"), tz: inAddress("tz") },
    };
    const written = spanText(span);
    typedTime.current = { between: written, before };
    const tz = named === undefined ? before.tz : named === shownZone ? undefined : named;
    return { between: written, time: undefined, tz };
  }

  async function openEntry(id: string) {
    if (!/^\S{3,300}$/.test(id)) return false;
    const answer = await call(getDeliverySeen, { entry_id: id }).catch(() => {
      // Without an answer the text is a search, not an ID.
    });
    const isFound = answer !== undefined && readAnswer(getDeliverySeen, answer).value.data !== null;
    if (!isFound) return false;
    handledText.current = id;
    change({ typed: "", sent: "" });
    url.set({ ...takeBack(), text: undefined }, { replaces: true });
    url.open("entry", id);
    return true;
  }

  return (
    <SearchField
      label="Time, ID or address"
      aria-invalid={looksLikeTime(urlText)}
      title="A time, a delivery’s ID, event or status, a webhook’s ID or address; or status:failed event:call.ended attempts:>2"
      aria-keyshortcuts="F"
      value={typed}
      maxLength={300}
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

/** A parameter of the current URL, because rendered state may lag behind it. */
const inAddress = (name: string) => new URLSearchParams(location.search).get(name) ?? undefined;

type SearchOptions = { isDone: boolean; timeZone: string };
type Search = { filters: Record<string, string>; range?: TypedSpan | undefined; rest: string; text?: string };

/**
 * Splits a typed search into filters, a time range and text. `isDone` is true after Enter. Before, `text` is undefined if a token
 * is still being typed.
 */
async function parseSearch(entered: string, { isDone, timeZone }: SearchOptions): Promise<Search> {
  const [{ parseRange }, { hasToken, parseTokens }] = await Promise.all([
    import("@/lib/format/parse-range"),
    import("./parse-tokens"),
  ]);
  if (!isDone && hasToken(entered)) return { filters: {}, rest: entered };
  const { filters, rest } = parseTokens(entered);
  const mayBeTime = isDone || looksLikeTime(rest) || epoch.test(rest);
  const range = mayBeTime ? parseRange(rest, { nowMs: clock.nowMs(), timeZone }) : undefined;
  return {
    filters,
    range: isDone || !dotted.test(rest) || epoch.test(rest) ? range : undefined,
    rest,
    text: range ? "" : rest,
  };
}
