import { type SQL, sql } from "drizzle-orm";
import {
  type HereFilter,
  type HereState,
  isOpenOutcome,
  lateLimits,
  type Outcome,
} from "@/lib/contract/console/webhook-log/filter";
import { NO_WORD, wordsIn } from "@/lib/contract/console/webhook-log/words";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import { allOf, textArray } from "./log-sql";

/** Fields of a delivery by which it is filtered and counted, with `(none)` for missing words and null for missing numbers. */
export type CountedFields = {
  webhook: string;
  event: string;
  status: string;
  attempts: number | null;
  outcome: Outcome;
  /** A limit of `lateLimits`; null without a time of arrival. */
  late: number | null;
  here: HereState | null;
};

export type FieldRow = Omit<CountedFields, "attempts" | "late" | "here"> & {
  attempts: number;
  late: number;
  arrivals: number | null;
};

export const hereOf = (arrivals: number | null): HereState | null => {
  if (arrivals === null) return null;
  return arrivals < 0 ? "waiting" : arrivals === 0 ? "no" : arrivals === 1 ? "yes" : "several";
};

const hereIs =
  (state: HereState) =>
  ({ here }: CountedFields) =>
    here === state;

/** Each choice of *Arrived here* as a test of fields and as a condition of rows. */
export const hereFilters: Record<HereFilter, FieldFilter> = {
  yes: { test: hereIs("yes"), rows: sql`arrivals_here = 1` },
  several: { test: hereIs("several"), rows: sql`arrivals_here > 1` },
  no: { test: hereIs("no"), rows: sql`arrivals_here = 0` },
  waiting: { test: hereIs("waiting"), rows: sql`arrivals_here = -1` },
  not_in_log: { test: () => false, rows: sql`false` },
  arrived: { test: ({ here }) => here === "yes" || here === "several", rows: sql`arrivals_here > 0` },
};

export const fieldsOf = ({ webhook, event, status, attempts, outcome, late, arrivals }: FieldRow): CountedFields => ({
  webhook: webhook || NO_WORD,
  event: event || NO_WORD,
  status: status || NO_WORD,
  attempts: attempts < 0 ? null : attempts,
  outcome,
  late: late < 0 ? null : late,
  here: hereOf(arrivals),
});

type Tested = Pick<CountedFields, "outcome">;
export const isArrived = ({ outcome }: Tested) => outcome === "arrived";
/** It did not arrive in the time in which it can still be expected. */
export const isFailed = ({ outcome }: Tested) => outcome === "given_up" || outcome === "unknown";
/** It arrived at least so many minutes after its first try. One of `lateLimits`. */
export const isLate = (fields: CountedFields, minutes: number) => isArrived(fields) && (fields.late ?? -1) >= minutes;
/** It has not arrived yet. Its span reaches to now. */
export const isOpen = ({ outcome }: Tested) => isOpenOutcome(outcome);

// The first condition of each is that of an index.
/** `isFailed` of rows. */
const isFailedRow = sql`(outcome <> 'arrived' and outcome in ('given_up', 'unknown'))`;
/** `isOpen` of rows. */
export const isOpenRow = sql`(outcome <> 'arrived' and outcome in ('retrying', 'not_yet'))`;
/** True for deliveries that have not arrived, unless a known wait is not over. */
export const isMissedRow = sql`(outcome <> 'arrived' and outcome <> 'retrying')`;
const isLateRow = (minutes: number) => sql`(outcome = 'arrived' and late >= ${minutes})`;

type View = Exclude<NonNullable<DeliveryFilter["view"]>, "older">;
type FieldTest = (fields: CountedFields) => boolean;

/** Each view as a test of fields and as a condition of rows. */
export const views: Record<View, { test: FieldTest; rows: SQL }> = {
  arrived: { test: isArrived, rows: sql`outcome = 'arrived'` },
  late: { test: (fields) => isLate(fields, 1), rows: isLateRow(1) },
  in_progress: { test: isOpen, rows: isOpenRow },
  not_delivered: { test: isFailed, rows: isFailedRow },
};

type FacetFilter = "webhook" | "status" | "event" | "attempts" | "late" | "view" | "here";
export type FieldFilter = { test: FieldTest; rows: SQL };
export type FieldFilters = Partial<Record<FacetFilter, FieldFilter>>;

/** The filters that are set, except time and text: each as a test of fields and as a condition of rows. */
export function filtersOf({ webhook, status, event, attempts, late, view, here }: DeliveryFilter): FieldFilters {
  const minutes = late === undefined ? undefined : Number.parseInt(late, 10);
  const all = {
    webhook: wordFilter(webhook, (fields) => fields.webhook, sql`webhook_id`),
    status: wordFilter(status, (fields) => fields.status, sql`status`),
    event: wordFilter(event, (fields) => fields.event, sql`event`),
    attempts: attempts === undefined ? undefined : attemptsFilter(attempts),
    late:
      minutes === undefined
        ? undefined
        : { test: (fields: CountedFields) => isLate(fields, minutes), rows: isLateRow(minutes) },
    view: view === undefined || view === "older" ? undefined : views[view],
    here: here && hereFilters[here],
  };
  return Object.fromEntries(Object.entries(all).filter(([, filter]) => filter !== undefined));
}

/** Only one outcome of those that have not arrived. */
export const onlyMissed = (missed: Exclude<Outcome, "arrived">): FieldFilter => ({
  test: ({ outcome }) => outcome === missed,
  rows: sql`(outcome <> 'arrived' and outcome = ${missed})`,
});

export const passes = (filters: FieldFilters, fields: CountedFields, but?: FacetFilter) =>
  Object.entries(filters).every(([name, { test }]) => name === but || test(fields));

export const passesOne = (filter: FieldFilter | undefined, fields: CountedFields) => filter?.test(fields) ?? true;

export const rowsPassing = (filters: FieldFilters): SQL => allOf(...Object.values(filters).map(({ rows }) => rows));

/** The filters by fields that all entries of a cell share, and the one by its arrivals here. */
export function splitFilters({ here, ...ofCells }: FieldFilters) {
  return { here, ofCells, hasCells: Object.keys(ofCells).length > 0 };
}

function wordFilter(filter: string | undefined, wordOf: (fields: CountedFields) => string, column: SQL) {
  const { words, isExcluded } = wordsIn(filter);
  if (words.length === 0) return undefined;
  const stored = textArray(words.flatMap((word) => (word === NO_WORD ? [word, ""] : [word])));
  return {
    test: (fields: CountedFields) => words.includes(wordOf(fields)) !== isExcluded,
    rows: isExcluded ? sql`${column} <> all(${stored})` : sql`${column} = any(${stored})`,
  };
}

/** A range such as `2..4`, or `(none)`. */
function attemptsFilter(range: string): FieldFilter {
  if (range === NO_WORD) return { test: ({ attempts }) => attempts === null, rows: sql`attempts = -1` };
  const [from = "", to = from] = range.split("..");
  const [min, max] = [Number(from), to === "" ? Number.POSITIVE_INFINITY : Number(to)];
  return {
    test: ({ attempts }) => attempts !== null && attempts >= min && attempts <= max,
    rows: to === "" ? sql`attempts >= ${min}` : sql`attempts between ${min} and ${max}`,
  };
}

/** Minutes of the filter by lateness. */
export const lateOptions = lateLimits.filter((minutes) => minutes > 0);
