import { useMemo } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { isWholeDay, type PageEnds } from "@/components/list/whole-days";
import { ActionSentence, PersonMark } from "@/components/query/action-sentence";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { LinkButton } from "@/components/ui/buttons/button";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { stranger } from "@/lib/contract/actor";
import type { AuditEntry } from "@/lib/contract/console/audit";
import { countOf } from "@/lib/format/format-count";
import { formatDay, formatMinute, type Zone } from "@/lib/format/format-time";
import { outcomeWord } from "./audit-list";

const tones: Record<AuditEntry["outcome"], Tone> = { ok: "ok", refused: "fault", unknown: "wait" };

const columns: readonly DataColumn<AuditRow>[] = [
  {
    id: "time",
    header: "Time",
    headerNote: <ZoneName />,
    className: "[--fit:132px] max-narrow:order-3 max-narrow:col-start-2 max-narrow:text-sm max-narrow:text-ink-3",
    cell: (row) => "entry" in row && <TimeText at={row.entry.at} variant="clock" quiet />,
    fit: true,
  },
  {
    id: "who",
    header: "Who",
    className: "max-narrow:order-1 max-narrow:row-span-2 max-narrow:pt-0.5",
    cell: (row) => "entry" in row && <PersonMark name={row.entry.actor_name || row.entry.actor_email || stranger} />,
    fit: true,
  },
  {
    id: "what",
    header: "What happened",
    className:
      "wrap-anywhere [th&]:max-w-none [th&]:overflow-visible [th&]:py-2 [th&]:leading-5 [th&]:whitespace-normal max-narrow:order-2 max-narrow:col-[2/-1] max-narrow:[th&]:py-0",
    cell: (row) => "entry" in row && <ActionCell entry={row.entry} />,
    isRowHeader: true,
  },
  {
    id: "result",
    header: "Result",
    className: "max-narrow:order-4 max-narrow:text-right",
    cell: (row) => "entry" in row && <Outcome entry={row.entry} />,
    fit: true,
  },
];

function ZoneName() {
  return useZone() === "utc" ? " UTC" : " local";
}

const keyOf = ({ key }: AuditRow) => key;
const rowClass = (row: AuditRow) =>
  "entry" in row ? "max-narrow:grid-cols-[26px_minmax(0,1fr)_auto] print:break-inside-avoid" : undefined;

type AuditTableProps = { entries: readonly AuditEntry[]; isWhole: boolean; ends: PageEnds };

export function AuditTable({ entries, isWhole, ends }: AuditTableProps) {
  const url = useUrlState();
  const zone = useZone();
  const nowMs = useNow(60_000);
  const { hasBefore, hasAfter } = ends;
  const rows = useMemo(
    () => auditRows(entries, { zone, nowMs, isWhole, ends: { hasBefore, hasAfter } }),
    [entries, zone, nowMs, isWhole, hasBefore, hasAfter],
  );
  return (
    <DataTable
      name="audit"
      caption="Audit log, newest first"
      columns={columns}
      rows={rows}
      rowId={keyOf}
      wide={wideOf}
      selectedId={url.get("entry")}
      rowHref={({ key }) => url.href({ entry: key })}
      onOpen={({ key }) => url.open("entry", key)}
      rowClassName={rowClass}
    />
  );
}

function wideOf(row: AuditRow) {
  if ("day" in row)
    return (
      <>
        <b className="font-semibold">{row.day}</b> <span className="ml-1 text-ink-3">{row.note}</span>
      </>
    );
  return "folded" in row ? <Folded folded={row.folded} /> : undefined;
}

function Folded({ folded }: { folded: readonly AuditEntry[] }) {
  const zone = useZone();
  const url = useUrlState();
  return (
    <span className="text-ink-2">
      {foldMessage(folded, zone)}.{" "}
      <LinkButton
        className="print:hidden"
        onClick={() => url.set({ minor: "show" })}
        aria-label={`Show ${foldMessage(folded, zone)}`}
      >
        Show
      </LinkButton>
    </span>
  );
}

function ActionCell({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <span className="block">
        <ActionSentence entry={entry} />
      </span>
      {entry.note && <span className="block text-sm/[18px] text-ink-3">{entry.note}</span>}
    </>
  );
}

export function Outcome({ entry: { outcome }, pill = false }: { entry: AuditEntry; pill?: boolean }) {
  return <Status word={outcomeWord(outcome)} tone={tones[outcome]} pill={pill} />;
}

/** An entry, a day heading, or a fold of minor entries. */
type AuditRow =
  | { key: string; entry: AuditEntry }
  | { key: string; day: string; note: string | undefined }
  | { key: string; folded: readonly AuditEntry[] };

type RowOptions = { zone: Zone; nowMs: number | undefined; isWhole: boolean; ends: PageEnds };

/** Adds day headings, with a count if the page has the whole day, and folds consecutive minor entries, unless `isWhole`. */
export function auditRows(entries: readonly AuditEntry[], { zone, nowMs, isWhole, ends }: RowOptions): AuditRow[] {
  const counts = new Map<string, number>();
  const dayOf = ({ at }: AuditEntry) => formatDay(Date.parse(at), zone);
  for (const entry of entries) counts.set(dayOf(entry), (counts.get(dayOf(entry)) ?? 0) + 1);
  const days = [...counts.keys()];
  const noteOf = (day: string) =>
    isWholeDay(days.indexOf(day), days.length, ends) ? countOf(counts.get(day) ?? 0, "entry", "entries") : undefined;
  const rows: AuditRow[] = [];
  let day = "";
  let minorRun: AuditEntry[] = [];
  const closeRun = () => {
    const [first, ...others] = minorRun;
    // A fold of one entry would be a line as high as the entry, and say less.
    if (first)
      rows.push(others.length > 0 ? { key: `fold ${first.id}`, folded: minorRun } : { key: first.id, entry: first });
    minorRun = [];
  };
  for (const entry of entries) {
    const entryDay = dayOf(entry);
    if (entryDay !== day) {
      closeRun();
      day = entryDay;
      const isToday = nowMs !== undefined && entryDay === formatDay(nowMs, zone);
      rows.push({ key: `day ${entryDay}`, day: isToday ? `Today, ${entryDay}` : entryDay, note: noteOf(entryDay) });
    }
    if (entry.minor !== null && !isWhole) minorRun.push(entry);
    else {
      closeRun();
      rows.push({ key: entry.id, entry });
    }
  }
  closeRun();
  return rows;
}

/** IDs of the folded entries. They depend on the zone, because a fold ends with its day. */
export function foldedEntries(entries: readonly AuditEntry[], zone: Zone): ReadonlySet<string> {
  const rows = auditRows(entries, {
    zone,
    nowMs: undefined,
    isWhole: false,
    ends: { hasBefore: true, hasAfter: true },
  });
  return new Set(rows.flatMap((row) => ("folded" in row ? row.folded.map(({ id }) => id) : [])));
}

/** "14 minor events between 12:03 and 12:30: 9 sign-ins, 5 preferences". Expects newest first. */
export function foldMessage(folded: readonly AuditEntry[], zone: Zone): string {
  const kinds = new Map<string, number>();
  for (const { minor } of folded) kinds.set(minor ?? "", (kinds.get(minor ?? "") ?? 0) + 1);
  const clock = (entry: AuditEntry | undefined) => formatMinute(Date.parse(entry?.at ?? ""), zone);
  const [to, from] = [clock(folded[0]), clock(folded.at(-1))];
  const timeText = from === to ? `at ${to}` : `between ${from} and ${to}`;
  const kindCounts = [...kinds].sort((one, other) => other[1] - one[1]).map(([kind, count]) => countOf(count, kind));
  return `${countOf(folded.length, "minor event")} ${timeText}: ${kindCounts.join(", ")}`;
}
