import type { ReactNode } from "react";

export type FactsProps = { facts: readonly (readonly [name: string, value: ReactNode])[] };

/** The ruled list inside a dialog that says what a send is about. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
