import { type ReactNode, useId, useState } from "react";
import { LinkButton } from "@/components/ui/buttons/button";
import type { ContactEngine, RowChoice, RowView } from "@/lib/contacts/engine";
import { countOf, formatCount } from "@/lib/format/format-count";

const shownRows = 10;

export type PeopleLineProps = {
  /** Undefined if it no longer has the rows. */
  engine: ContactEngine | undefined;
  title: string;
  count: number;
  what: ReactNode;
  note?: ReactNode;
  choice: RowChoice;
};

export function PeopleLine({ engine, title, count, what, note, choice }: PeopleLineProps) {
  const [rows, setRows] = useState<readonly RowView[]>();
  const [problem, setProblem] = useState<string>();
  const listId = useId();
  const isOpen = rows !== undefined || problem !== undefined;

  function toggle() {
    setProblem(undefined);
    if (isOpen) return setRows(undefined);
    engine?.firstRows(choice, shownRows).then(setRows, () => setProblem("These rows could not be read. Try again."));
  }

  return (
    <>
      <tr className="*:border-t *:border-rule *:py-2.5 *:align-top">
        <th scope="row" className="pr-4 text-left font-semibold">
          {title}
        </th>
        <td className="pr-6 text-right text-md font-semibold whitespace-nowrap">{formatCount(count)}</td>
        <td className="w-3/5">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              {what}
              {note && <small className="mt-0.5 block text-sm/[17px] text-ink-3 wrap-anywhere">{note}</small>}
            </div>
            {engine && (
              <LinkButton
                className="flex-none cursor-pointer"
                aria-expanded={isOpen}
                aria-controls={listId}
                onClick={toggle}
              >
                {isOpen ? "Hide" : "Show"}
                <span className="sr-only">: {title}</span>
              </LinkButton>
            )}
          </div>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={3} id={listId} className="pb-3">
            {problem ? (
              <p role="alert">{problem}</p>
            ) : (
              <Rows rows={rows ?? []} count={count} hasReasons={"statuses" in choice} />
            )}
          </td>
        </tr>
      )}
    </>
  );
}

type RowsProps = { rows: readonly RowView[]; count: number; hasReasons: boolean };

/** `hasReasons` is false if the line itself says why. */
function Rows({ rows, count, hasReasons }: RowsProps) {
  const more = count - rows.length;
  return (
    <>
      <ul className="rounded-2 border border-rule-2">
        {rows.map(({ row, phone, name, sent, message }) => (
          <li
            key={row}
            className="flex flex-wrap gap-x-4 border-t border-rule px-3 py-1.5 first:border-t-0 wrap-anywhere"
          >
            <span className="w-20 text-ink-3">row {formatCount(row)}</span>
            <span className="min-w-36 font-semibold">{(sent?.phone ?? phone) || "no number"}</span>
            <span className="min-w-0">{sent?.name ?? name}</span>
            {hasReasons && message && <small className="w-full text-sm/[17px] text-ink-3">{message}</small>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1.5 text-sm/[17px] text-ink-3">and {countOf(more, "more row")}</p>}
    </>
  );
}
