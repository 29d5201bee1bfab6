"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, useRef } from "react";
import { useMounted } from "@/components/ui/use-mounted";
import { useStyle } from "@/components/ui/use-style";
import { pathId, type RecordRow } from "./flatten-record";
import { type LinkFor, RecordValue, type StatusFor } from "./record-value";

export type RecordRowsProps = {
  rows: readonly RecordRow[];
  label: string;
  isTight: boolean;
  linkFor: LinkFor | undefined;
  statusFor: StatusFor | undefined;
  onFold: (path: readonly string[]) => void;
};

const VIRTUAL_ABOVE = 200;
const SERVED_ROWS = 60;
const ROW_HEIGHT = 35;

export function RecordRows(props: RecordRowsProps) {
  const { rows, isTight } = props;
  if (rows.length === 0) return <p className="note rec-none">No field matches.</p>;
  if (rows.length > VIRTUAL_ABOVE) return <VirtualRecord {...props} />;
  return (
    <dl className={`rec ${isTight ? "tight" : ""}`}>
      {rows.map((row) => (
        <RecordLine key={pathId(row.path)} row={row} {...props} />
      ))}
    </dl>
  );
}

/** A long record scrolls in its own box, so that what follows it stays within reach. */
function VirtualRecord(props: RecordRowsProps) {
  const { rows, label, isTight } = props;
  const box = useRef<HTMLElement>(null);
  const isMounted = useMounted();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => pathId(rows[index]?.path ?? [String(index)]),
    overscan: 20,
  });
  const items = isMounted ? virtualizer.getVirtualItems() : [];
  const last = items.at(-1);
  const drawn = last ? items.map((item) => item.index) : Array.from({ length: SERVED_ROWS }, (_, at) => at);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={box} className="rec-box" aria-label={`${label}, ${rows.length} fields`} tabIndex={0}>
      <Gap height={items[0]?.start ?? 0} />
      <dl className={`rec ${isTight ? "tight" : ""}`}>
        {drawn.map((index) => {
          const row = rows[index];
          return (
            row && (
              <RecordLine
                key={pathId(row.path)}
                row={row}
                index={index}
                measure={last ? virtualizer.measureElement : undefined}
                {...props}
              />
            )
          );
        })}
      </dl>
      <Gap height={last ? virtualizer.getTotalSize() - last.end : 0} />
    </section>
  );
}

function Gap({ height }: { height: number }) {
  const ref = useStyle<HTMLDivElement>({ height: `${Math.max(0, height)}px` });
  return <div ref={ref} />;
}

type RecordLineProps = Omit<RecordRowsProps, "rows" | "label" | "isTight"> & {
  row: RecordRow;
  index?: number;
  measure?: ((element: Element | null) => void) | undefined;
};

function RecordLine({ row, index, measure, linkFor, statusFor, onFold }: RecordLineProps) {
  const parents = row.path.slice(0, -1);
  const isLong = typeof row.value === "string" && row.value.includes("\n");
  return (
    <div ref={measure} data-index={index}>
      <dt>
        {parents.length > 0 && (
          <span className="lvl">
            <FieldName name={parents.join(".")} />.
          </span>
        )}
        <FieldName name={row.path.at(-1) ?? "value"} />
      </dt>
      <dd className={isLong ? "long" : undefined}>
        <RecordValue row={row} linkFor={linkFor} statusFor={statusFor} onFold={() => onFold(row.path)} />
      </dd>
      <dd className="ty">{row.kind}</dd>
    </div>
  );
}

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
