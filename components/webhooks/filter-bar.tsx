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

/** One chip a filter, each one parameter of the address; the counts keep to the other filters. */
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
        className="relative max-narrow:hidden"
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

/** One webhook is chosen above the log: its chip is there for several, and for those that are left out. */
function WordFilter({ log: { url, filter, targets }, name, counted }: WordFilterProps) {
  const { words, isExcluded } = wordsIn(filter[name]);
  if (name === "webhook" && !isExcluded && words.length < 2) return null;
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
      onToggle={(word, isOut) => set(toggledWord(filter[name], word, isOut))}
      onExclude={(isOut) => set(wordsText({ words, isExcluded: isOut }))}
      onClear={() => set(undefined)}
    />
  );
}

const chipNames = { webhook: "Webhook", status: "Status", event: "Event" };

function attemptsOptions(counted: readonly CountedWord[], chosen: string | undefined): FilterOption[] {
  const known = counted.map(({ word, count }) => ({ value: word, label: attemptsMessage(word), count }));
  if (chosen === undefined || counted.some(({ word }) => word === chosen)) return known;
  return [{ value: chosen, label: attemptsMessage(chosen) }, ...known];
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
    <Popover trigger={chip} label="Time range" open={isOpen} onOpenChange={setIsOpen}>
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

const askAfterMs = 300;

/** May still become an address: it is a time once it is entered, as "mon" is. */
const dotted = /^[\d.]+$/;

/**
 * Text narrows the log once the typing rests; `status:failed` and the like become filters, and "yesterday 14:00–14:20" a time.
 * The ID of an entry, pasted or entered, opens it.
 */
function TextFilter({ log }: { log: WebhookLogState }) {
  const { url, nowMs } = log;
  const timeZone = useRangeZone(log);
  const { asked, typed, change } = useUrlText();
  const [typedTime, setTypedTime] = useState("");
  // What was entered, or opened its entry, is not looked for once more when the typing rests.
  const taken = useRef<string>(undefined);
  const send = useDebounced((text: string) => {
    if (text.trim() !== taken.current) void apply(text, false);
  }, askAfterMs);

  async function apply(given: string, isDone: boolean) {
    const [{ parseRange }, { parseTokens, splitUnfinished }] = await Promise.all([
      import("@/lib/format/parse-range"),
      import("./parse-tokens"),
    ]);
    // A token that is still being written is none yet, and no text to look for either.
    const { whole, word, token } = isDone ? { whole: given, word: "", token: "" } : splitUnfinished(given);
    const { found, span, rest } = parseTokens(whole, { nowMs, timeZone });
    const said = `${rest} ${word}`.trim();
    const range = isDone || looksLikeTime(said) ? parseRange(said, { nowMs: clock.nowMs(), timeZone }) : undefined;
    const between = isDone || !dotted.test(said) ? range : undefined;
    const text = range ? "" : said;
    const ends = between ?? (span.fromMs === undefined && span.toMs === undefined ? undefined : span);
    const time = ends ? { between: spanText(ends), time: undefined } : {};
    const hasTokens = ends !== undefined || Object.keys(found).length > 0;
    // A time stays as it is typed until the field is left: more of it may follow.
    const isTyping = between !== undefined && !isDone;
    change({ sent: text, ...(hasTokens && !isTyping ? { typed: `${text} ${token}`.trim() } : {}) });
    setTypedTime(isTyping ? given : "");
    url.set({ ...found, ...time, text, entry: undefined }, { replaces: !hasTokens || isTyping });
  }

  async function openEntry(id: string) {
    if (!/^\S{3,300}$/.test(id)) return false;
    const answer = await call(getDeliverySeen, { entry_id: id }).catch(() => undefined);
    const isKept = answer !== undefined && readAnswer(getDeliverySeen, answer).value.data !== null;
    if (!isKept) return false;
    taken.current = id;
    change({ typed: "", sent: "" });
    url.set({ text: undefined }, { replaces: true });
    url.open("entry", id);
    return true;
  }

  return (
    <SearchField
      label="ID or address"
      aria-invalid={looksLikeTime(asked)}
      title="An entry’s ID, event or status, a webhook’s ID or address; or status:failed event:call.ended attempts:>2 after:2026-11-01T08:00Z"
      aria-keyshortcuts="F"
      value={typed}
      maxLength={300}
      onChange={({ target: { value } }) => {
        taken.current = undefined;
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
        const given = event.currentTarget.value.trim();
        taken.current = given;
        if (!(await openEntry(given))) await apply(given, true);
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text").trim();
        void openEntry(pasted);
      }}
    />
  );
}
