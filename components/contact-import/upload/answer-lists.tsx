import { useEffect, useState } from "react";
import { TableBox } from "@/components/contact-import/file/table-box";
import type { ContactEngine } from "@/lib/contacts/engine";
import { countOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { type FoundList, findArrays, listTitle, ownRowsOf } from "./rows-blamed";

const shownRows = 100;

type AnswerListsProps = { raw: unknown; engine?: ContactEngine | undefined };

export function AnswerLists({ raw, engine }: AnswerListsProps) {
  return findArrays(raw).map((list) => <AnswerList key={list.path} {...list} engine={engine} />);
}

type AnswerListProps = FoundList & { engine: ContactEngine | undefined };

function AnswerList({ path, rows, columns, engine }: AnswerListProps) {
  const ownRows = useOwnRows(rows, engine);
  const title = listTitle(path);
  return (
    <section className="mt-4.5" aria-label={title}>
      <h3 className="text-md font-semibold tracking-[-0.004em]">
        <span title={path || undefined}>{title}</span>{" "}
        <span className="text-sm/[17px] text-ink-3">{countOf(rows.length, "row")}</span>
      </h3>
      <TableBox kind="answer" label={`${title}, as a table`}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
            {ownRows && <th scope="col">Row in your file</th>}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no identity and never move
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} title={cellOf(row, column)}>
                  {cellOf(row, column)}
                </td>
              ))}
              {ownRows && <td>{ownRows[index]}</td>}
            </tr>
          ))}
        </tbody>
      </TableBox>
      {ownRows && (
        <p className="text-sm/[17px] text-ink-3">
          Matched by phone number where possible. The platform does not say what its own row numbers count.
        </p>
      )}
      {rows.length > shownRows && (
        <p className="text-sm/[17px] text-ink-3">The first {shownRows} of them. All are under Technical detail.</p>
      )}
    </section>
  );
}

/** Rows of the source file that the entries refer to; undefined until the engine has found them. */
function useOwnRows(rows: FoundList["rows"], engine: ContactEngine | undefined) {
  const [ownRows, setOwnRows] = useState<readonly string[]>();
  useEffect(() => {
    if (!engine) return;
    let isOld = false;
    const show = (texts: readonly string[] | undefined) => !isOld && setOwnRows(texts);
    ownRowsOf(rows.slice(0, shownRows), engine).then(show, () => undefined);
    return () => {
      isOld = true;
    };
  }, [rows, engine]);
  return ownRows;
}

const cellOf = (row: Record<string, unknown>, column: string) => (column in row ? formatRaw(row[column]) : "");
