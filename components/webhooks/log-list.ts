import { readInput } from "@/components/list/list-input";
import { type GetParam, type ListFilter, listSpec, toPage, valueIn } from "@/components/list/list-spec";
import { exportDeliveries, listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { deliveryViews, type HereFilter, hereFilters } from "@/lib/contract/console/webhook-log/filter";
import { longestWords, wordsIn, wordsText } from "@/lib/contract/console/webhook-log/words";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import { formatSpan } from "@/lib/format/format-time";
import { looksLikeTime } from "@/lib/format/typed-time";
import { attemptsMessage, isAttempts } from "./attempts-range";
import { ALL_TIME, defaultTime, type LogTime, timeIn, timeInput } from "./log-time";

export type View = (typeof deliveryViews)[number];

export const viewLabels: Record<View, string> = {
  arrived: "Arrived",
  late: "Late",
  in_progress: "Not arrived yet",
  not_delivered: "Not arrived",
  older: "Older",
};

export const hereLabels: Record<HereFilter, string> = {
  yes: "yes",
  several: "several times",
  no: "not here",
  waiting: "not compared yet",
  not_in_log: "not in the log",
  arrived: "all that arrived",
};

const labeled = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

export const logList = listSpec({
  ...{ page: "webhooks", nouns: ["delivery", "deliveries"], op: listDeliveries, file: exportDeliveries },
  filters: [
    {
      ...{ kind: "search", param: "text", label: "Time, number, ID or address", longest: 300 },
      hint: "A time, a number, a name, an ID, an event or status, a webhook’s address; or status:failed attempts:>2",
      // It would match no row.
      accepts: (text) => !looksLikeTime(text),
    },
    {
      ...{ kind: "time", param: "between", moreParams: ["time", "tz"], inputs: ["from", "to"], label: "Time" },
      read: (get, { nowMs = 0 }) => timeInput(timeIn(get), nowMs),
      shown(get) {
        const { preset, between } = timeIn(get);
        if (between) return "this time";
        return preset && preset.value !== defaultTime ? `the last ${preset.label}` : undefined;
      },
      phrase: (shown) => shown,
    },
    {
      kind: "words",
      param: "webhook",
      label: "Webhook",
      token: "webhook",
      longest: longestWords,
      labelOf: wordMessage,
    },
    {
      ...{ kind: "choice", param: "here", label: "Arrived here", token: "here" },
      options: labeled(hereFilters, hereLabels),
    },
    { kind: "words", param: "status", label: "Status", token: "status", longest: longestWords, labelOf: wordMessage },
    { kind: "words", param: "event", label: "Event", token: "event", longest: longestWords, labelOf: wordMessage },
    {
      ...{ kind: "range", param: "attempts", label: "Attempts", token: "attempts" },
      ...{ accepts: isAttempts, labelOf: attemptsMessage },
    },
    {
      ...{ kind: "choice", param: "late", label: "Late by", labelOf: lateMessage, phrase: (shown) => shown },
      accepts: (value) => /^\d{1,4}\.\.$/.test(value),
    },
    {
      ...{ kind: "outside", param: "view", label: "Tab", token: "view" },
      options: labeled(deliveryViews, viewLabels),
      phrase: (shown) => `the tab ${shown}`,
    },
    { kind: "choice", param: "call", input: "call_id", label: "Call", token: "call", longest: 300 },
    { kind: "choice", param: "campaign", input: "campaign_id", label: "Campaign", token: "campaign", longest: 300 },
  ],
  // With 50 a phone was busy a third longer, and a desk shows 20.
  ...{ pageSize: 30, transient: ["entry"] },
});

type Param = (typeof logList)["filters"][number]["param"];

const filterByParam = new Map(logList.filters.map((filter) => [filter.param, filter]));

export function filterOf(param: Param): ListFilter {
  const filter = filterByParam.get(param);
  if (!filter) throw new Error(`The log has no filter ${param}.`);
  return filter;
}

/** The filters that are set. `webhook`, `status` and `event` are word lists in the form of `wordsIn`. */
export type LogFilter = LogTime & {
  [Name in Exclude<keyof DeliveryFilter, "from" | "to">]: DeliveryFilter[Name] | undefined;
};

/** Reads the filters from URL parameters. Invalid values are ignored. */
export function filterFrom(get: GetParam): LogFilter {
  const chosen = (param: Param) => valueIn(filterOf(param), get);
  return {
    webhook: chosen("webhook"),
    status: chosen("status"),
    event: chosen("event"),
    attempts: chosen("attempts"),
    late: chosen("late"),
    text: chosen("text"),
    view: deliveryViews.find((view) => view === chosen("view")),
    here: hereFilters.find((choice) => choice === chosen("here")),
    call_id: chosen("call"),
    campaign_id: chosen("campaign"),
    ...timeIn(get),
  };
}

/** Input of the list from the URL, and that of the counts, which has no page. */
export function inputsOf(get: GetParam, nowMs: number) {
  const list = readInput(logList, get, { timeZone: "UTC", nowMs });
  const { after: _after, limit: _limit, ...filter } = list;
  return { list, filter };
}

/** True if a filter other than webhook and time is set. */
export const isNarrowed = ({ webhook: _webhook, preset: _preset, between: _between, ...words }: LogFilter) =>
  Object.values(words).some((value) => value !== undefined);

/** URL changes that show the first page without a panel. */
export const fromStart = toPage(logList);

export const toPreset = (value: string) => ({
  time: value === defaultTime ? undefined : value,
  between: undefined,
  tz: undefined,
  ...fromStart,
});

/** URL changes for the deliveries without a known time. Keeps the other filters. */
export const olderOnly = { ...toPreset(ALL_TIME), view: "older" };

/** "5 min late or more" for `5..`. */
export function lateMessage(text: string) {
  return `${formatSpan(Number.parseInt(text, 10) * 60)} late or more`;
}

/** "failed or retrying", "not failed". */
export function wordMessage(text: string): string {
  const { words, isExcluded } = wordsIn(text);
  return `${isExcluded ? "not " : ""}${words.join(" or ")}`;
}

/** The filter after toggling a word. Switching between including and excluding replaces the other words. */
export function toggledWord(text: string | undefined, word: string, isExcluded: boolean): string | undefined {
  const { words, isExcluded: wasExcluded } = wordsIn(text);
  if (wasExcluded !== isExcluded) return wordsText({ words: [word], isExcluded });
  const rest = words.filter((value) => value !== word);
  return wordsText({ words: rest.length < words.length ? rest : [...words, word], isExcluded });
}
