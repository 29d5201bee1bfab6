"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { type UrlState, useUrlState } from "@/components/ui/browser/use-url-state";
import { Chip, FilterChip } from "@/components/ui/fields/filter-chip";
import { Switch } from "@/components/ui/fields/switch";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { barClass } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { auditOutcomes, getAuditChoices } from "@/lib/contract/console/audit";
import { formatShortDay } from "@/lib/format/format-time";
import { daysIn } from "./audit-filters";
import { outcomeWord } from "./audit-table";

const DateForm = deferred(async () => (await import("./date-form")).DateForm);

const searchDelayMs = 300;

const outcomes = auditOutcomes.map((value) => ({ value, label: outcomeWord(value) }));

/** Options of the audit log's filters. */
export const useAuditChoices = () => useQuery(read(getAuditChoices, {})).data?.value;

/** One chip per filter, each a URL parameter. */
export function AuditBar() {
  const url = useUrlState();
  const choices = useAuditChoices();
  const change = (name: string) => (value: string | undefined) =>
    url.set({ [name]: value, before: undefined, entry: undefined });
  const chip = (name: string) => ({ value: url.get(name), onChange: change(name) });
  return (
    <div
      className={`${barClass()} border-t-0 [&>label]:max-w-[220px] [&>label]:min-w-[120px] [&>label]:flex-[1_1_130px] max-narrow:[&>label]:w-[190px] max-narrow:[&>label]:flex-none`}
    >
      <UrlSearchField
        label="Name or record"
        title="Person, record, action, file, message, IP address or request"
        aria-keyshortcuts="F"
        maxLength={200}
        delayMs={searchDelayMs}
        onText={(text) => url.set({ text, before: undefined, entry: undefined }, { replaces: true })}
      />
      <DateChip url={url} />
      <FilterChip name="Person" options={choices?.person ?? []} {...chip("person")} />
      <FilterChip name="Record" options={choices?.record ?? []} {...chip("record")} />
      <FilterChip name="Kind" options={choices?.action ?? []} {...chip("action")} />
      <FilterChip name="Result" options={outcomes} {...chip("outcome")} />
      <span className="min-w-0 flex-1 max-narrow:hidden" />
      <Switch checked={areMinorShown(url)} onChange={(isOn) => url.set({ minor: isOn ? "show" : undefined })}>
        Minor events
      </Switch>
    </div>
  );
}

/** Minor events are always shown if the list is filtered by kind. */
export const areMinorShown = ({ get }: UrlState) => get("minor") === "show" || get("action") !== undefined;

function DateChip({ url }: { url: UrlState }) {
  const [isOpen, setIsOpen] = useState(false);
  const days = daysIn(url.get);
  const shown = days.from !== undefined || days.to !== undefined ? daysText(days) : undefined;
  const choose = (from: string | undefined, to: string | undefined) => {
    setIsOpen(false);
    url.set({ from, to, before: undefined, entry: undefined });
  };
  const clear = () => choose(undefined, undefined);
  return (
    <Chip
      name="Date"
      shown={shown}
      load={DateForm.load}
      open={isOpen}
      onOpenChange={setIsOpen}
      onClear={clear}
      look="text"
    >
      <DateForm days={days} onChoose={choose} />
    </Chip>
  );
}

/** "19 Nov – 20 Nov", "since 19 Nov". */
export function daysText({ from, to }: ReturnType<typeof daysIn>): string {
  const [first, last] = [from, to].map((day) => day && formatShortDay(Date.parse(day), "utc", clock.nowMs()));
  if (first && last) return first === last ? first : `${first} – ${last}`;
  return first ? `since ${first}` : `until ${last ?? ""}`;
}
