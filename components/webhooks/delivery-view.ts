import type { Delivery } from "@/lib/contract/console/deliveries";

export type DeliveryRows = { missed: readonly Delivery[]; arrived: readonly Delivery[] };

type Page = { data: readonly Delivery[]; next: string | null };

/** The latest pages, and the filter they were read with. */
type LoadedPages = { scope: string; pages: { missed: Page; arrived: Page } };

/** The displayed rows. */
export type DeliveryView = DeliveryRows &
  LoadedPages & {
    /** Number of new rows that are not displayed yet. */
    waiting: number;
    /** New and changed rows by key, with "new" or the previous value. */
    marks: ReadonlyMap<string, string>;
  };

export const noMarks: ReadonlyMap<string, string> = new Map();

/**
 * The view after a read. While the user reads, rows keep their place: new ones wait, and changed ones update in place, even
 * if they moved to the other group. Rows that no longer match are removed.
 */
export function nextView(
  view: DeliveryView | undefined,
  loaded: LoadedPages,
  isBeingRead: () => boolean,
): DeliveryView {
  const { missed, arrived } = loaded.pages;
  const rows = groupsOf(missed.data, arrived.data);
  if (view?.scope !== loaded.scope) return { ...loaded, ...rows, waiting: 0, marks: noMarks };
  if (!isBeingRead()) return { ...loaded, ...rows, waiting: 0, marks: marksOf(rows, view) };

  const latest = rowsByKey(rows);
  const displayed = rowsByKey(view);
  const addedTo = (group: readonly Delivery[]) => group.filter(({ key }) => !displayed.has(key));
  const shown = {
    missed: [...heldRows(view.missed, missed, latest), ...rowsAfter(view.missed, addedTo(rows.missed))],
    arrived: [...heldRows(view.arrived, arrived, latest), ...rowsAfter(view.arrived, addedTo(rows.arrived))],
  };
  const shownKeys = rowsByKey(shown);
  const waiting = [...latest.keys()].filter((key) => !shownKeys.has(key)).length;
  return { ...loaded, ...shown, waiting, marks: marksOf(shown, view) };
}

/** Each entry once, in its latest version: the two groups are read one after the other. */
function groupsOf(missed: readonly Delivery[], arrived: readonly Delivery[]): DeliveryRows {
  const latest = new Map<string, Delivery>();
  for (const row of [...missed, ...arrived]) {
    const other = latest.get(row.key);
    if (!other || row.changed_at > other.changed_at) latest.set(row.key, row);
  }
  const isLatest = (row: Delivery) => latest.get(row.key) === row;
  return { missed: missed.filter(isLatest), arrived: arrived.filter(isLatest) };
}

const rowsByKey = ({ missed, arrived }: DeliveryRows) =>
  new Map([...missed, ...arrived].map((row) => [row.key, row] as const));

/** Displayed rows in their latest version. A row that is not loaded stays only if it is older than the end of the page. */
function heldRows(shown: readonly Delivery[], page: Page, latest: ReadonlyMap<string, Delivery>) {
  const end = page.next === null ? undefined : page.data.at(-1);
  return shown.flatMap((row) => latest.get(row.key) ?? (end && isBefore(end, row) ? row : []));
}

function rowsAfter(shown: readonly Delivery[], rows: readonly Delivery[]) {
  const last = shown.at(-1);
  return rows.filter((row) => last && isBefore(last, row));
}

function marksOf(rows: DeliveryRows, before: DeliveryView) {
  const previous = rowsByKey(before);
  const older = new Set([...rowsAfter(before.missed, rows.missed), ...rowsAfter(before.arrived, rows.arrived)]);
  const marks = new Map<string, string>();
  for (const row of [...rows.missed, ...rows.arrived]) {
    const was = previous.get(row.key);
    if (!was && !older.has(row)) marks.set(row.key, "new");
    else if (was && was.status !== row.status) marks.set(row.key, `was ${was.status ?? "without a status"}`);
    else if (was && was.attempts !== row.attempts) marks.set(row.key, `was ${was.attempts ?? "no"} attempts`);
  }
  return marks.size > 0 ? marks : before.marks;
}

/** First try in ms, by which deliveries are sorted; 0 if it is unknown. */
const timeOf = ({ at }: Delivery) => (at === null ? 0 : Date.parse(at));

/** Sort order: newest first, then by key. */
function isBefore(a: Delivery, b: Delivery) {
  const [timeA, timeB] = [timeOf(a), timeOf(b)];
  return timeA === timeB ? a.key < b.key : timeA > timeB;
}
