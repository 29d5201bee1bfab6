"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { type UrlState, useUrlState } from "@/components/ui/browser/use-url-state";
import { Icon } from "@/components/ui/buttons/icon";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import { SearchField } from "@/components/ui/fields/search-field";
import { Switch } from "@/components/ui/fields/switch";
import { Popover } from "@/components/ui/overlay/popover";
import { barClass } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { auditOutcomes, getAuditChoices } from "@/lib/contract/console/audit";
import { formatShortDay } from "@/lib/format/format-time";
import { daysIn } from "./audit-filters";
import { outcomeWord } from "./audit-table";

const DateForm = deferred(async () => (await import("./date-form")).DateForm);

const outcomes = auditOutcomes.map((value) => ({ value, label: outcomeWord(value) }));

/** Who and what the filters of this log may name. */
export const useAuditChoices = () => useQuery(read(getAuditChoices, {})).data?.value;

/** One chip a filter, each one parameter of the address. */
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
      <TextFilter />
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

/** What is one kind of event is shown whole: nothing else is left to be seen. */
export const areMinorShown = ({ get }: UrlState) => get("minor") === "show" || get("action") !== undefined;

const chipClass =
  "inline-flex h-7 cursor-pointer items-center gap-1.5 px-[9px] whitespace-nowrap text-ink-2 max-narrow:h-9";
const openClass = "rounded-2 border border-dashed border-rule-2 hover:border-edge hover:text-ink";
const setClass = "rounded-l-2 border border-r-0 border-cord bg-pick";

function DateChip({ url }: { url: UrlState }) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const days = daysIn(url.get);
  const isSet = days.from !== undefined || days.to !== undefined;
  const choose = (from: string | undefined, to: string | undefined) => {
    setIsOpen(false);
    url.set({ from, to, before: undefined, entry: undefined });
  };
  const chip = (
    <button type="button" ref={trigger} className={`${chipClass} ${isSet ? setClass : openClass}`}>
      {!isSet && <Icon name="plus" small className="text-ink-3" />}
      Date {isSet && <b className="font-[550] text-ink">{daysText(days)}</b>}
    </button>
  );
  return (
    <span className="inline-flex h-7 max-narrow:h-9">
      <Popover trigger={chip} label="Date" open={isOpen} onOpenChange={setIsOpen}>
        <DateForm days={days} onChoose={choose} />
      </Popover>
      {isSet && (
        <button
          type="button"
          className="grid h-7 w-6 place-items-center rounded-r-2 border border-l-0 border-cord bg-pick text-ink-3 hover:text-ink max-narrow:size-9"
          aria-label="Clear Date filter"
          onClick={() => {
            choose(undefined, undefined);
            trigger.current?.focus();
          }}
        >
          <Icon name="x" small />
        </button>
      )}
    </span>
  );
}

/** "19 Nov – 20 Nov", "since 19 Nov". */
export function daysText({ from, to }: ReturnType<typeof daysIn>): string {
  const [first, last] = [from, to].map((day) => day && formatShortDay(Date.parse(day), "utc", Date.now()));
  if (first && last) return first === last ? first : `${first} – ${last}`;
  return first ? `since ${first}` : `until ${last ?? ""}`;
}

const askAfterMs = 300;

/** Searching asks the server, so it waits until the typing rests. */
function TextFilter() {
  const { get, set } = useUrlState();
  const asked = get("text") ?? "";
  const [field, setField] = useState({ typed: asked, asked, sent: asked });
  // An address that was changed elsewhere is followed; what was typed since it was sent from here stays.
  if (field.asked !== asked) setField({ ...field, asked, typed: asked === field.sent ? field.typed : asked });
  const { typed } = field;
  const send = useDebounced((text: string) => {
    setField((now) => ({ ...now, sent: text }));
    set({ text, before: undefined, entry: undefined }, { replaces: true });
  }, askAfterMs);
  return (
    <SearchField
      label="Name or record"
      title="A person, a record, what was done, a file, a message, an IP address or a request"
      aria-keyshortcuts="F"
      value={typed}
      maxLength={200}
      onChange={({ target: { value } }) => {
        setField((now) => ({ ...now, typed: value }));
        send(value);
      }}
    />
  );
}
