import { eq } from "drizzle-orm";
import {
  type DeliveryFilter,
  isOpenOutcome,
  lateLimits,
  type Outcome,
} from "@/lib/contract/console/webhook-log/filter";
import { NO_WORD, wordsIn } from "@/lib/contract/console/webhook-log/words";
import { deliveryKindTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import type { LogWords } from "./log-words";

/** Equal fields of deliveries, with `(none)` for missing words and null for missing attempts. */
export type Kind = {
  id: number;
  webhook: string;
  event: string;
  status: string;
  attempts: number | null;
  outcome: Outcome;
  /** A limit of `lateLimits`; null without a time of arrival. */
  late: number | null;
  /** Its webhook, status or event contains the searched text, or none is searched. */
  isTextInValues: boolean;
};

export async function kindsOf(db: Database, accountId: string, words: LogWords, isText: (kind: Kind) => boolean) {
  const rows = await db.select().from(deliveryKindTable).where(eq(deliveryKindTable.accountId, accountId));
  const isDelivered = new Set(words.delivered);
  return rows.map(({ id, webhookId, event, status, attempts, standing, late }): Kind => {
    const kind: Kind = {
      id,
      webhook: webhookId || NO_WORD,
      event: event || NO_WORD,
      status: status || NO_WORD,
      attempts: attempts < 0 ? null : attempts,
      outcome: isDelivered.has(status) ? "arrived" : standing,
      late: late < 0 ? null : late,
      isTextInValues: true,
    };
    return { ...kind, isTextInValues: isText(kind) };
  });
}

export const isArrived = ({ outcome }: Pick<Kind, "outcome">) => outcome === "arrived";
/** It did not arrive in the time in which it can still be expected. */
export const isFailed = ({ outcome }: Pick<Kind, "outcome">) => outcome === "given_up" || outcome === "unknown";
/** It arrived at least so many minutes after its first try. One of `lateLimits`. */
export const isLate = (kind: Kind, minutes: number) => isArrived(kind) && (kind.late ?? -1) >= minutes;
/** It has not arrived yet. Its span reaches to now. */
export const isOpen = ({ outcome }: Pick<Kind, "outcome">) => isOpenOutcome(outcome);

export const viewTests: Record<Exclude<NonNullable<DeliveryFilter["view"]>, "older">, (kind: Kind) => boolean> = {
  arrived: isArrived,
  late: (kind) => isLate(kind, 1),
  in_progress: isOpen,
  not_delivered: isFailed,
};

type FacetFilter = "webhook" | "status" | "event" | "attempts" | "late" | "view";
export type KindTests = Record<FacetFilter, (kind: Kind) => boolean>;

/** A test for each filter except time and text. A filter that is not set passes all. */
export function testsOf({ webhook, status, event, attempts, late, view }: DeliveryFilter): KindTests {
  const minLate = late === undefined ? undefined : Number.parseInt(late, 10);
  return {
    webhook: wordTest(webhook, (kind) => kind.webhook),
    status: wordTest(status, (kind) => kind.status),
    event: wordTest(event, (kind) => kind.event),
    attempts: (kind) => isInRange(attempts, kind.attempts),
    late: (kind) => minLate === undefined || isLate(kind, minLate),
    view: (kind) => view === undefined || view === "older" || viewTests[view](kind),
  };
}

export const passes = (tests: KindTests, kind: Kind, but?: FacetFilter) =>
  Object.entries(tests).every(([name, test]) => name === but || test(kind));

function wordTest(filter: string | undefined, wordOf: (kind: Kind) => string) {
  const { words, isExcluded } = wordsIn(filter);
  return (kind: Kind) => words.length === 0 || words.includes(wordOf(kind)) !== isExcluded;
}

function isInRange(range: string | undefined, attempts: number | null) {
  if (range === undefined) return true;
  if (range === NO_WORD || attempts === null) return range === NO_WORD && attempts === null;
  const [min = "", max = min] = range.split("..");
  return attempts >= Number(min) && (max === "" || attempts <= Number(max));
}

/** The limit of `lateLimits` by minutes from the first try to the arrival. */
export const lateOptions = lateLimits.filter((minutes) => minutes > 0);
