import { ListBar } from "@/components/list/list-bar";
import { changed } from "@/components/list/list-spec";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import type { FilterOption } from "@/components/ui/fields/filter-options";
import { WordsChip } from "@/components/ui/fields/words-chip";
import type { CountedWord, DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { wordsIn, wordsText } from "@/lib/contract/console/webhook-log/words";
import { looksLikeTime } from "@/lib/format/typed-time";
import { attemptsMessage } from "./attempts-range";
import { filterOf, hereLabels, lateMessage, logList, toggledWord, wordMessage } from "./log-list";
import { LogSearch } from "./log-search";
import { RangeChip } from "./range-chip";
import type { WebhookLogState } from "./use-webhook-log";
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
