import { Fragment, type ReactNode } from "react";

export type KvListProps = { entries: readonly (readonly [name: string, value: ReactNode])[] };

export function KvList({ entries }: KvListProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-5 gap-y-1.5 print:break-inside-avoid">
      {entries.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="min-w-0 wrap-anywhere text-ink-3">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

type FactsProps = { facts: readonly (readonly [name: string, value: ReactNode])[]; className?: string };

export function Facts({ facts, className = "mt-3" }: FactsProps) {
  return (
    <dl className={`rounded-2 border border-rule-2 ${className}`}>
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid grid-cols-[96px_minmax(0,1fr)] gap-3 border-rule px-3 py-[7px] not-first:border-t"
        >
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
