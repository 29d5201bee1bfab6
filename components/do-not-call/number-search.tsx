"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { PhoneNumber } from "@/components/record/phone-number";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { SearchField } from "@/components/ui/fields/search-field";
import { sectionClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { read } from "@/lib/client/query";
import { type BlockedNumber, listDoNotCall, removeDoNotCall } from "@/lib/contract/console/do-not-call";
import { dayOf, reasonLabels } from "./block-labels";
import { CountryField, type NumberReader, useTypedNumber } from "./number-field";

type NumberSearchProps = {
  reader: NumberReader;
  /** The number that is looked up, in E.164 form. */
  number: string | undefined;
  onNumber: (number: string | undefined) => void;
  onAdd: (number: string) => void;
  onRemove: (entry: BlockedNumber) => void;
};

/** Says whether one number is on the list. */
export function NumberSearch({ reader, number, onNumber, onAdd, onRemove }: NumberSearchProps) {
  const [text, setText] = useState("");
  const { country, setCountry, readTyped, needsCountry, problem } = useTypedNumber(reader);
  return (
    <section className={sectionClass} aria-label="Look up a number">
      <form
        className="grid max-w-[560px] gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) void readTyped(text).then(onNumber);
        }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <SearchField
            label="Number, with its country code"
            className="h-11 w-full"
            aria-keyshortcuts="/"
            autoComplete="off"
            maxLength={100}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" className="h-11" disabled={!reader.engine}>
            Look up
          </Button>
        </div>
        {needsCountry && <CountryField countries={reader.countries} country={country} onCountry={setCountry} />}
        {(problem ?? reader.failure) && <FieldError isAlert>{problem ?? reader.failure}</FieldError>}
      </form>
      {number !== undefined && <Found key={number} {...{ number, onAdd, onRemove }} />}
    </section>
  );
}

type FoundProps = Pick<NumberSearchProps, "onAdd" | "onRemove"> & { number: string };

function Found({ number, onAdd, onRemove }: FoundProps) {
  const found = useQuery(read(listDoNotCall, { number }));
  return (
    <div className="mt-3.5 min-h-16" role="status">
      <QueryView query={found} label="the number" rows={1} level={3}>
        {({ value: { latest } }) => <Finding entry={latest[0]} {...{ number, onAdd, onRemove }} />}
      </QueryView>
    </div>
  );
}

function Finding({ number, entry, onAdd, onRemove }: FoundProps & { entry: BlockedNumber | undefined }) {
  const today = dayOf(useNow(60_000) ?? 0);
  const mayRemove = useMay(removeDoNotCall);
  const hasEnded = entry?.until != null && entry.until < today;
  const state = !entry ? "is not on the list" : hasEnded ? "is not blocked any more" : "is on the list";
  return (
    <>
      <p className="max-w-[44em] text-md wrap-anywhere">
        <b className="font-semibold">
          <PhoneNumber number={number} /> {state}
        </b>
        {entry ? ": " : "."}
        {entry && <EntryText entry={entry} />}
      </p>
      <div className="mt-2.5 flex flex-wrap items-center gap-2.5">
        {(!entry || hasEnded) && (
          <Button icon="plus" aria-haspopup="dialog" onClick={() => onAdd(number)}>
            Add
          </Button>
        )}
        {entry && (
          <Button variant="stop" aria-haspopup="dialog" disabled={!mayRemove} onClick={() => onRemove(entry)}>
            Remove…
          </Button>
        )}
        {entry && !mayRemove && (
          <span className="text-sm/[17px] text-ink-3">{whoCan(removeDoNotCall.allow)} remove numbers.</span>
        )}
      </div>
    </>
  );
}

const EntryText = ({ entry: { reason, source, until, added_at, by } }: { entry: BlockedNumber }) => (
  <>
    {reasonLabels[reason]}, {source}, added <TimeText at={added_at} variant="short-day" /> by {by}
    {until !== null && `, until ${until}`}
  </>
);
