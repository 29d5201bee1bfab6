import { Fragment, type ReactNode } from "react";

export type KvListProps = { entries: readonly (readonly [name: string, value: ReactNode])[]; keys?: boolean };

/** Names and values in two columns; `keys` sets the names in mono, as they are on the wire. */
export function KvList({ entries, keys = false }: KvListProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-5 gap-y-1.5 print:break-inside-avoid">
      {entries.map(([name, value]) => (
        <Fragment key={name}>
          <dt className={`min-w-0 wrap-anywhere text-ink-3 ${keys ? keyClass : ""}`}>{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const keyClass = "font-mono text-sm/5 font-normal tracking-[-0.02em]";
