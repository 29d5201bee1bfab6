"use client";

import { useState } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import type { FilterOption } from "@/components/ui/fields/filter-options";
import { SearchField } from "@/components/ui/fields/search-field";
import { barClass } from "@/components/ui/page/section";
import { useZone } from "@/components/ui/time/zone";
import { knownEvents } from "@/lib/contract/api/webhooks";
import { formatClock, formatTick } from "@/lib/format/format-time";
import {
  ALL_TIME,
  attemptsFrom,
  attemptsMessage,
  type LogFilter,
  NO_TIME,
  presets,
  type Span,
  spanText,
} from "./log-filter";
import { attemptsOptions, type LogMatches } from "./match-log";
import type { Desk, OwnLog } from "./use-desk";

type FilterBarProps = { desk: Desk; log: OwnLog; options: LogMatches["options"] };

/** One chip a filter, each one parameter of the address; the counts keep to the other filters. */
export function FilterBar({ desk, log, options }: FilterBarProps) {
  const { url, filter } = desk;
  const zone = useZone();
  return (
    <div
      className={`${barClass()} gap-y-1.5 [&>label]:min-w-[120px] [&>label]:flex-[0_1_210px] max-narrow:[&>label]:w-[220px] max-narrow:[&>label]:flex-none`}
    >
      <FilterChip
        name="Attempts"
        options={attemptsChoices(url.get("attempts"), options.attempts)}
        value={filter.attempts && url.get("attempts")}
        onChange={(attempts) => url.set({ attempts })}
      />
      <FilterChip
        name="Time"
        options={timeChoices(filter, options.time, log.entries.length, (span) => spanMessage(span, zone))}
        value={filter.between ? spanText(filter.between) : filter.isUntimed ? NO_TIME : filter.preset?.value}
        onChange={(time) => url.set({ time: time === "24h" ? undefined : (time ?? ALL_TIME), between: undefined })}
      />
      <FilterChip
        name="Status"
        options={statusChoices(options.status)}
        value={filter.status}
        onChange={(status) => url.set({ status })}
      />
      <FilterChip
        name="Event"
        options={eventChoices(desk, options.event)}
        value={filter.event}
        onChange={(event) => url.set({ event })}
      />
      <TextFilter desk={desk} log={log} />
      <span className="min-w-0 flex-1 max-narrow:hidden" />
      <CopyButton
        variant="bare"
        size="small"
        text={() => linkHere(url.href({ zone }))}
        name="the link to this view"
        mark="link"
      >
        Copy link
      </CopyButton>
    </div>
  );
}

const linkHere = (href: string) => new URL(href, location.href).href;

function attemptsChoices(sent: string | undefined, counts: ReadonlyMap<string, number>): FilterOption[] {
  const values: string[] = [...attemptsOptions];
  if (sent && attemptsFrom(sent) && !values.includes(sent)) values.push(sent);
  return values.flatMap((value) => {
    const range = attemptsFrom(value);
    const counted = counts.get(value);
    return range
      ? [{ value, label: attemptsMessage(range), ...(counted === undefined ? {} : { count: counted }) }]
      : [];
  });
}

function timeChoices(
  filter: LogFilter,
  counts: ReadonlyMap<string, number>,
  all: number,
  words: (span: Span) => string,
): FilterOption[] {
  const chosen = filter.between ? [{ value: spanText(filter.between), label: words(filter.between) }] : [];
  const known = presets.map(({ value, label }) => ({ value, label, count: counts.get(value) ?? 0 }));
  const untimed = counts.get(NO_TIME) ?? 0;
  const none = untimed > 0 || filter.isUntimed ? [{ value: NO_TIME, label: "no time sent", count: untimed }] : [];
  return [...chosen, ...known, ...none, { value: ALL_TIME, label: "all that was read", count: all }];
}

const spanMessage = ({ fromMs, toMs }: Span, zone: Parameters<typeof formatTick>[1]) => {
  const isShort = toMs - fromMs < 24 * 3_600_000;
  return `${formatTick(fromMs, zone)} to ${isShort ? formatClock(toMs, zone).slice(0, 5) : formatTick(toMs, zone)}`;
};

function statusChoices(counts: ReadonlyMap<string, number>): FilterOption[] {
  const words = byCount(counts);
  const notDelivered = words.reduce((sum, { value, count = 0 }) => sum + (value === "delivered" ? 0 : count), 0);
  return [{ value: "!delivered", label: "not delivered", count: notDelivered }, ...words];
}

function eventChoices({ webhooks }: Desk, counts: ReadonlyMap<string, number>): FilterOption[] {
  const subscribed = (webhooks.data?.value.data ?? []).flatMap(({ events }) => events ?? []);
  const all = new Map([...knownEvents, ...subscribed].map((name) => [name, 0]));
  return byCount(new Map([...all, ...counts]));
}

const byCount = (counts: ReadonlyMap<string, number>): FilterOption[] =>
  [...counts]
    .map(([word, count]) => ({ value: word, label: word, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));

/** Pasting an entry's ID opens that entry; any other text narrows the log. */
function TextFilter({ desk: { url }, log }: { desk: Desk; log: OwnLog }) {
  const sent = url.get("text") ?? "";
  // While someone types, the field is theirs; the address follows.
  const [typed, setTyped] = useState<string>();

  return (
    <SearchField
      label="ID, URL, event or status"
      aria-keyshortcuts="F"
      value={typed ?? sent}
      onFocus={() => setTyped(sent)}
      onBlur={() => setTyped(undefined)}
      onChange={({ target: { value } }) => {
        setTyped(value);
        url.set({ text: value }, { replaces: sent !== "" });
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text").trim();
        if (!log.entries.some((entry) => entry.log.id === pasted)) return;
        event.preventDefault();
        url.open("entry", pasted);
      }}
    />
  );
}
