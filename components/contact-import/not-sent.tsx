import type { Column } from "@/lib/contacts/engine";
import { columnWords } from "./file-words";

/** Every column that stays behind, by name: nothing is left out in silence. */
export function NotSent({ columns, joined }: { columns: readonly Column[]; joined: ReadonlySet<number> }) {
  const left = columns.map((column, at) => ({ column, at })).filter(({ at }) => !joined.has(at));
  return (
    <section className="cf-left" aria-label="Columns that are left out">
      <h3>{left.length === 0 ? "No column is left out" : "Left out: the API takes two columns."}</h3>
      <ul className="evs">
        {left.map(({ column, at }) => (
          <li key={at}>{columnWords(column, at)}</li>
        ))}
      </ul>
    </section>
  );
}
