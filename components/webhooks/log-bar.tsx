import { useState } from "react";
import { ListBar } from "@/components/list/list-bar";
import { changed } from "@/components/list/list-spec";
import { deferred } from "@/components/ui/browser/deferred";
import { Icon } from "@/components/ui/buttons/icon";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import type { FilterOption } from "@/components/ui/fields/filter-options";
import { WordsChip } from "@/components/ui/fields/words-chip";
import { Popover } from "@/components/ui/overlay/popover";
import type { CountedWord, DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { wordsIn, wordsText } from "@/lib/contract/console/webhook-log/words";
import type { Span } from "@/lib/format/parse-range";
import { rangeText, spanText } from "@/lib/format/span-text";
import { looksLikeTime } from "@/lib/format/typed-time";
import { attemptsMessage } from "./attempts-range";
import {
  filterOf,
  fromStart,
  hereLabels,
  type LogFilter,
  lateMessage,
  logList,
  toggledWord,
  toPreset,
  wordMessage,
} from "./log-list";
import { LogSearch } from "./log-search";
import { spanOf } from "./log-time";
import { useRangeZone, type WebhookLogState } from "./use-webhook-log";
import { WebhookChip } from "./webhook-chip";

type LogBarProps = { log: WebhookLogState; summary: DeliverySummary | undefined };

export function LogBar({ log, summary }: LogBarProps) {
  const { url, filter } = log;
  const { status = [], event = [], attempts = [], late = [], here = [] } = summary?.choices ?? {};
  const isAnyHere = filter.here !== undefined || here.some(({ count }) => count > 0);
  const optionsOf = (counted: readonly CountedWord[], labelOf: (word: string) => string): FilterOption[] =>
    counted.map(({ word, count }) => ({ value: word, label: labelOf(word), count }));
  const chip = (name: "attempts" | "here", label: string, options: readonly FilterOption[]) => (
    <FilterChip
      name={label}
      options={options}
      value={filter[name]}
      onChange={(value) => url.set(changed(logList, filterOf(name), value))}
    />
  );
  return (
    <>
      <ListBar
        spec={logList}
        options={{ late: filter.late ? optionsOf(late, lateMessage) : [] }}
        controls={{
          text: <LogSearch log={log} />,
          between: <RangeChip log={log} />,
          webhook: summary ? <WebhookChip log={log} summary={summary} /> : null,
          here: isAnyHere
            ? chip(
                "here",
                "Arrived here",
                optionsOf(here, (word) => hereLabels[word as "yes"]),
              )
            : null,
          status: filter.status ? <WordFilter log={log} name="status" counted={status} /> : null,
          event: (
            <span className={filter.event ? undefined : foldedClass}>
              <WordFilter log={log} name="event" counted={event} />
            </span>
          ),
          attempts: (
            <span className={filter.attempts ? undefined : foldedClass}>
              {chip("attempts", "Attempts", withChosen(optionsOf(attempts, attemptsMessage), filter.attempts))}
            </span>
          ),
          ...(filter.late ? {} : { late: null }),
          ...(filter.call_id ? {} : { call: null }),
          ...(filter.campaign_id ? {} : { campaign: null }),
        }}
      />
      <p className="px-(--gutter) pb-1 text-sm/[17px] text-fault-ink empty:hidden" role="status">
        {looksLikeTime(url.get("text") ?? "") && "Not a valid time. Try: today 08:20"}
      </p>
    </>
  );
}

/** An unset filter has no room beside a drawer. */
const foldedClass = "beside-drawer:hidden";

type WordFilterProps = { log: WebhookLogState; name: "status" | "event"; counted: readonly CountedWord[] };

function WordFilter({ log: { url, filter }, name, counted }: WordFilterProps) {
  const { words, isExcluded } = wordsIn(filter[name]);
  const others = words.filter((word) => !counted.some((option) => option.word === word)).map((word) => ({ word }));
  const declared = filterOf(name);
  const set = (value: string | undefined) => url.set(changed(logList, declared, value));
  return (
    <WordsChip
      name={declared.label}
      options={[...others, ...counted].map(({ word, ...count }) => ({ value: word, label: word, ...count }))}
      shown={words.length > 0 ? wordMessage(wordsText({ words, isExcluded }) ?? "") : undefined}
      chosen={words}
      isExcluded={isExcluded}
      onToggle={(word) => set(toggledWord(filter[name], word, isExcluded))}
      onExclude={(isOut) => set(wordsText({ words, isExcluded: isOut }))}
      onClear={() => set(undefined)}
    />
  );
}

/** Only the usual ranges are counted. */
const withChosen = (options: readonly FilterOption[], chosen: string | undefined): readonly FilterOption[] =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [{ value: chosen, label: attemptsMessage(chosen) }, ...options];

const RangeForm = deferred(async () => (await import("./range-form")).RangeForm);

const rangeClass =
  "inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-2 border border-accent bg-pick px-[9px] whitespace-nowrap text-ink-2 max-narrow:h-9";

type RangeState = Pick<WebhookLogState, "filter" | "nowMs" | "url">;

function RangeChip({ log }: { log: RangeState }) {
  const [isOpen, setIsOpen] = useState(false);
  const timeZone = useRangeZone(log);
  const { filter, nowMs, url } = log;
  const label = rangeLabel(filter, spanOf(filter, nowMs), nowMs, timeZone);
  const chip = (
    <button type="button" className={rangeClass} aria-label={`Time: ${label.join(", ")}`} title={label.join(", ")}>
      <b className="font-[550] text-ink">{filter.preset ? `Last ${filter.preset.label}` : label[0]}</b>
      {!filter.preset && label[1]}
      <Icon name="down" small />
    </button>
  );
  return (
    <Popover trigger={chip} label="Time range" load={RangeForm.load} open={isOpen} onOpenChange={setIsOpen}>
      <RangeForm
        log={log}
        timeZone={timeZone}
        onPreset={(value) => {
          url.set(toPreset(value));
          setIsOpen(false);
        }}
        onSpan={(between, tz) => {
          url.set({ between: spanText(between), time: undefined, tz, ...fromStart });
          setIsOpen(false);
        }}
        onClose={() => setIsOpen(false)}
      />
    </Popover>
  );
}

/** "Since Thu 14:20" and "last 24 h, UTC". */
function rangeLabel({ preset, between }: LogFilter, span: Span, nowMs: number, timeZone: string): string[] {
  if (!preset && !between) return ["All time"];
  const name = timeZone === "UTC" ? "UTC" : timeZone.replace(/_/g, " ");
  const range = rangeText(span, nowMs, timeZone).replace(/^since/, "Since");
  return [range, preset ? `last ${preset.label}, ${name}` : name];
}
