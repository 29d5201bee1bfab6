import { Fragment } from "react";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { pathId, type RecordRow } from "./flatten-record";
import { type LinkFor, RecordValue, type StatusFor } from "./record-value";

export type RecordRowsProps = {
  rows: readonly RecordRow[];
  label: string;
  linkFor: LinkFor | undefined;
  statusFor: StatusFor | undefined;
  onFold: (path: readonly string[]) => void;
};

const LONG_ABOVE = 200;
const SERVED_ROWS = 60;

export function RecordRows({ rows, label, ...line }: RecordRowsProps) {
  const isMounted = useMounted();
  if (rows.length === 0)
    return <p className="border-t border-rule px-(--gutter) py-3 text-sm/[17px] text-ink-3">No field matches.</p>;
  const isLong = rows.length > LONG_ABOVE;
  const drawn = isLong && !isMounted ? rows.slice(0, SERVED_ROWS) : rows;
  const list = (
    <dl data-slot="record" className="border-t border-rule">
      {drawn.map((row) => (
        <RecordLine key={pathId(row.path)} row={row} {...line} />
      ))}
    </dl>
  );
  if (!isLong) return list;
  // A long record scrolls in its own box, so that what follows it stays within reach: by keyboard too.
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable boxes must be focusable
    <section className={boxClass} aria-label={`${label}, ${rows.length} fields`} tabIndex={0}>
      {list}
    </section>
  );
}

type RecordLineProps = Omit<RecordRowsProps, "rows" | "label"> & { row: RecordRow };

function RecordLine({ row, linkFor, statusFor, onFold }: RecordLineProps) {
  const parents = row.path.slice(0, -1);
  const isLong = typeof row.value === "string" && row.value.includes("\n");
  return (
    <div className={rowClass}>
      <dt className="font-mono text-sm/5 font-normal tracking-[-0.02em] wrap-anywhere text-ink-2 max-narrow:col-start-1">
        {parents.length > 0 && (
          <span className="text-ink-3">
            <FieldName name={parents.join(".")} />.
          </span>
        )}
        <FieldName name={row.path.at(-1) ?? "value"} />
      </dt>
      <dd
        className={`min-w-0 wrap-anywhere max-narrow:col-[1/-1] max-narrow:row-start-2 ${isLong ? "whitespace-pre-wrap" : ""}`}
      >
        <RecordValue row={row} linkFor={linkFor} statusFor={statusFor} onFold={() => onFold(row.path)} />
      </dd>
      <dd className={kindClass}>{row.kind}</dd>
    </div>
  );
}

const rowClass = [
  "grid grid-cols-[190px_minmax(0,1fr)_auto] items-baseline gap-x-5 border-b border-rule px-(--gutter) py-1.5 hover:bg-hover in-[aside]:grid-cols-[132px_minmax(0,1fr)] in-[aside]:px-5",
  "max-narrow:grid-cols-[minmax(0,1fr)_auto] max-narrow:px-(--gutter) print:break-inside-avoid print:grid-cols-[220px_minmax(0,1fr)]",
].join(" ");

/** The browser lays out only the rows in view. */
const boxClass = [
  "max-h-[70vh] overflow-auto overscroll-contain border-b border-rule print:max-h-none print:overflow-visible",
  "not-print:[&_dl>div]:[content-visibility:auto] [&_dl>div]:[contain-intrinsic-height:auto_35px]",
].join(" ");

const kindClass = [
  "min-w-0 text-sm/5 wrap-anywhere whitespace-nowrap text-ink-3 in-[aside]:hidden",
  "max-narrow:col-start-2 max-narrow:row-start-1 max-narrow:block print:hidden",
].join(" ");

/** A field's name, which breaks after its underscores and dots before it breaks inside a word. */
function FieldName({ name }: { name: string }) {
  return name.split(/(?<=[_.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never change places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
