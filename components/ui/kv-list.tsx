import { Fragment, type ReactNode } from "react";

export type KvListProps = { entries: readonly (readonly [name: string, value: ReactNode])[]; keys?: boolean };

/** Names and values in two columns; `keys` sets the names in mono, as they are on the wire. */
export function KvList({ entries, keys = false }: KvListProps) {
  return (
    <dl className={`kv ${keys ? "keys" : ""}`}>
      {entries.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
