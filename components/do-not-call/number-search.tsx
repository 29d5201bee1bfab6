import { useQuery } from "@tanstack/react-query";
import type { NumberReader } from "@/components/list-file/number-field";
import { NumberForm } from "@/components/list-file/number-form";
import { QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { PhoneNumber } from "@/components/record/phone-number";
import { Button } from "@/components/ui/buttons/button";
import { sectionClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { read } from "@/lib/client/query";
import { blockReasonLabels } from "@/lib/contract/console/block-reasons";
import { type BlockedNumber, listDoNotCall, removeDoNotCall } from "@/lib/contract/console/do-not-call";
import { dayOf } from "./block-labels";

type NumberSearchProps = {
  reader: NumberReader;
  number: string | undefined;
  onNumber: (number: string | undefined) => void;
  onAdd: (number: string) => void;
  onRemove: (entry: BlockedNumber) => void;
};

export function NumberSearch({ reader, number, onNumber, onAdd, onRemove }: NumberSearchProps) {
  return (
    <section className={sectionClass} aria-label="Look up a number">
      <NumberForm reader={reader} onNumber={onNumber} />
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
    {blockReasonLabels[reason]}, {source}, added <TimeText at={added_at} variant="short-day" /> by {by}
    {until !== null && `, until ${until}`}
  </>
);
