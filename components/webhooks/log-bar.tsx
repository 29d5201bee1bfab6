import { FilterChip } from "@/components/ui/fields/filter-chip";
import type { FilterOption } from "@/components/ui/fields/filter-options";
import { WordsChip } from "@/components/ui/fields/words-chip";
import { barClass } from "@/components/ui/page/section";
import { hereStates } from "@/lib/contract/console/webhook-log/filter";
import type { CountedWord, DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { wordsIn, wordsText } from "@/lib/contract/console/webhook-log/words";
import { looksLikeTime } from "@/lib/format/typed-time";
import { attemptsMessage, fromStart, hereLabels, lateMessage, toggledWord, wordMessage } from "./log-filter";
import { LogSearch } from "./log-search";
import { RangeChip } from "./range-chip";
import type { WebhookLogState } from "./use-webhook-log";
import { WebhookChip } from "./webhook-chip";

type LogBarProps = { log: WebhookLogState; summary: DeliverySummary | undefined };

export function LogBar({ log, summary }: LogBarProps) {
  const { url, filter } = log;
  const change = (name: string) => (value: string | undefined) => url.set({ [name]: value, ...fromStart });
  const { status = [], event = [], attempts = [], late = [], here = [] } = summary?.choices ?? {};
  const isAnyOurs = filter.here !== undefined || here.some(({ count }) => count > 0);
  return (
    <>
      <div className="flex items-center gap-2 px-(--gutter) max-narrow:flex-col max-narrow:items-stretch print:hidden">
        <div className="min-w-[240px] flex-1 max-narrow:min-w-0">
          <LogSearch log={log} />
        </div>
        <div className={chipsClass}>
          <RangeChip log={log} />
          {summary && <WebhookChip log={log} summary={summary} />}
          {isAnyOurs && (
            <FilterChip
              name="Arrived here"
              options={hereStates.map((value) => ({ value, label: hereLabels[value], count: countOf(here, value) }))}
              value={filter.here}
              onChange={change("here")}
            />
          )}
          {filter.status && <WordFilter log={log} name="status" counted={status} />}
          <span className={filter.event ? undefined : foldedClass}>
            <WordFilter log={log} name="event" counted={event} />
          </span>
          <span className={filter.attempts ? undefined : foldedClass}>
            <FilterChip
              name="Attempts"
              options={attemptsOptions(attempts, filter.attempts)}
              value={filter.attempts}
              onChange={change("attempts")}
            />
          </span>
          {filter.late && (
            <FilterChip
              name="Late by"
              options={late.map(({ word, count }) => ({ value: word, label: lateMessage(word), count }))}
              value={filter.late}
              onChange={change("late")}
            />
          )}
        </div>
      </div>
      <p className="px-(--gutter) pt-1 text-sm/[17px] text-fault-ink empty:hidden" role="status">
        {looksLikeTime(url.get("text") ?? "") && "Not a valid time. Try: today 08:20"}
      </p>
    </>
  );
}

const countOf = (counted: readonly CountedWord[], value: string) =>
  counted.find(({ word }) => word === value)?.count ?? 0;

/** An unset filter has no room beside a drawer. */
const foldedClass = "beside-drawer:hidden";

const chipsClass = `${barClass()} border-t-0 px-0! py-0! beside-drawer:max-w-[55%] max-narrow:-mx-(--gutter) max-narrow:px-(--gutter)!`;

type WordFilterProps = { log: WebhookLogState; name: "status" | "event"; counted: readonly CountedWord[] };

function WordFilter({ log: { url, filter }, name, counted }: WordFilterProps) {
  const { words, isExcluded } = wordsIn(filter[name]);
  const others = words.filter((word) => !counted.some((option) => option.word === word)).map((word) => ({ word }));
  const set = (value: string | undefined) => url.set({ [name]: value, ...fromStart });
  return (
    <WordsChip
      name={chipNames[name]}
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

const chipNames = { status: "Status", event: "Event" };

function attemptsOptions(counted: readonly CountedWord[], chosen: string | undefined): FilterOption[] {
  const options = counted.map(({ word, count }) => ({ value: word, label: attemptsMessage(word), count }));
  if (chosen === undefined || counted.some(({ word }) => word === chosen)) return options;
  return [{ value: chosen, label: attemptsMessage(chosen) }, ...options];
}
