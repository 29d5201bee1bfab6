import type { ReactNode } from "react";

export type FactsProps = { facts: readonly (readonly [name: string, value: ReactNode])[]; className?: string };

/** The ruled list inside a dialog that says what a send is about. */
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
