"use client";

import { useRef, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Icon } from "@/components/ui/buttons/icon";
import { FilterChip, WordsChip } from "@/components/ui/fields/filter-chip";
import type { FilterOption } from "@/components/ui/fields/filter-options";
import { SearchField } from "@/components/ui/fields/search-field";
import { useUrlText } from "@/components/ui/fields/url-search-field";
import { Popover } from "@/components/ui/overlay/popover";
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
import type { Span } from "@/lib/format/parse-range";
import { looksLikeTime } from "@/lib/format/parse-time";
import {
  attemptsMessage,
  type LogFilter,
  rangeText,
  spanOf,
  spanText,
  toggledWord,
  toPreset,
  wordMessage,
} from "./log-filter";
import { useRangeZone, type WebhookLogState } from "./use-webhook-log";

const RangeForm = deferred(async () => (await import("./range-form")).RangeForm);

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

const rangeClass =
  "inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-2 border border-accent bg-pick px-[9px] whitespace-nowrap text-ink-2 max-narrow:h-9";

function RangeChip({ log }: { log: WebhookLogState }) {
  const [isOpen, setIsOpen] = useState(false);
  const timeZone = useRangeZone(log);
  const { filter, nowMs, url } = log;
  const span = spanOf(filter, nowMs);
  const chip = (
    <button
      type="button"
      className={rangeClass}
      aria-label={`Time: ${rangeLabel(filter, span, nowMs, timeZone).join(", ")}`}
    >
      <RangeWords words={rangeLabel(filter, span, nowMs, timeZone)} />
      <Icon name="down" small />
    </button>
  );
  return (
    <Popover trigger={chip} label="Time range" load={RangeForm.load} open={isOpen} onOpenChange={setIsOpen}>
      <RangeForm
        log={log}
        timeZone={timeZone}
        onPreset={(value) => {
          url.set({ ...toPreset(value), entry: undefined });
          setIsOpen(false);
        }}
        onSpan={(between, tz) => {
          url.set({ between: spanText(between), time: undefined, tz, entry: undefined });
          setIsOpen(false);
        }}
        onClose={() => setIsOpen(false)}
      />
    </Popover>
  );
}

const RangeWords = ({ words: [range, note] }: { words: readonly string[] }) => (
  <>
    <b className="font-[550] text-ink">{range}</b>
    {note}
  </>
);

/** "Since Thu 14:20" and "last 24 h, UTC". */
function rangeLabel({ preset, between }: LogFilter, span: Span, nowMs: number, timeZone: string): string[] {
  if (!preset && !between) return ["All time"];
  const name = timeZone === "UTC" ? "UTC" : timeZone.replace(/_/g, " ");
  const range = rangeText(span, nowMs, timeZone).replace(/^since/, "Since");
  return [range, preset ? `last ${preset.label}, ${name}` : name];
}

const searchDelayMs = 300;

/** Could become an IP address, so it counts as a time only after Enter. */
const dotted = /^[\d.]+$/;

/**
 * Filters the log by the typed text, debounced. A typed "yesterday 14:00–14:20" becomes a time range, and after Enter tokens
 * such as `status:failed` become filters. A pasted or entered entry ID opens the entry.
 */
function TextFilter({ log: { url }, log }: { log: WebhookLogState }) {
  const timeZone = useRangeZone(log);
  const { urlText, typed, change } = useUrlText();
  const [typedTime, setTypedTime] = useState("");
  // Text that Enter already handled. The debounced search skips it.
  const handledText = useRef<string>(undefined);
  const send = useDebounced((text: string) => {
    if (text.trim() !== handledText.current) void apply(text, false);
  }, searchDelayMs);

  async function apply(entered: string, isDone: boolean) {
    const { filters, between, text } = await parseSearch(entered, { isDone, timeZone });
    if (text === undefined) return;
    const time = between ? { between: spanText(between), time: undefined } : {};
    const isFilter = between !== undefined || Object.keys(filters).length > 0;
    // Keep a typed time in the field until blur, because more may follow.
    const isTyping = between !== undefined && !isDone;
    change({ sent: text, ...(isFilter && !isTyping ? { typed: text } : {}) });
    setTypedTime(isTyping ? entered : "");
    url.set({ ...filters, ...time, text, entry: undefined }, { replaces: !isFilter || isTyping });
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
    url.set({ text: undefined }, { replaces: true });
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
      onBlur={() => {
        if (typed !== typedTime) return;
        change({ typed: "" });
        setTypedTime("");
      }}
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

type SearchOptions = { isDone: boolean; timeZone: string };

/** Splits a typed search into filters, a time range and text. `isDone` is true after Enter; before, a token is left alone. */
async function parseSearch(entered: string, { isDone, timeZone }: SearchOptions) {
  const [{ parseRange }, { hasToken, parseTokens }] = await Promise.all([
    import("@/lib/format/parse-range"),
    import("./parse-tokens"),
  ]);
  if (!isDone && hasToken(entered)) return { filters: {} };
  const { filters, rest } = parseTokens(entered);
  const range = isDone || looksLikeTime(rest) ? parseRange(rest, { nowMs: clock.nowMs(), timeZone }) : undefined;
  const between = isDone || !dotted.test(rest) ? range : undefined;
  return { filters, between, text: range ? "" : rest };
}
