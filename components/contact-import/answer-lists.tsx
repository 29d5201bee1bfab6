import { useEffect, useState } from "react";
import { asSent } from "@/components/ui/as-sent";
import type { ContactEngine } from "@/lib/client/contacts/engine";
import { type FoundList, listsIn } from "./lists-in";

const shownRows = 100;

type AnswerListsProps = { raw: unknown; rowOfLine?: ContactEngine["rowOfLine"] };

/** The lists inside an answer, such as the rows it did not take, as tables under the names they came with. */
export function AnswerLists({ raw, rowOfLine }: AnswerListsProps) {
  return listsIn(raw).map((list) => <AnswerList key={list.path} {...list} rowOfLine={rowOfLine} />);
}

type AnswerListProps = FoundList & { rowOfLine: ContactEngine["rowOfLine"] | undefined };

function AnswerList({ path, rows, columns, rowOfLine }: AnswerListProps) {
  const ownRows = useOwnRows(rows, rowOfLine);
  return (
    <section className="answer-list" aria-label={path || "List in the answer"}>
      <h3 className="h2">
        <span className="mono">{path || "The answer"}</span> <span className="note">{rows.length} in the answer</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="peek" aria-label={`${path}, as a table`} tabIndex={0}>
        <table className="tbl compact">
          <caption className="vh">{path}</caption>
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
            {rows.slice(0, shownRows).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no identity and never move
              <tr key={at}>
                {columns.map((column) => (
                  <td key={column} title={cellOf(row, column)}>
                    {cellOf(row, column)}
                  </td>
                ))}
                {ownRows && <td>{ownRows[at]?.toLocaleString("en-US") ?? ""}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {ownRows && <p className="note">Its row numbers are taken to be lines of the file that was sent.</p>}
      {rows.length > shownRows && (
        <p className="note">The first {shownRows} of them. All are in the answer as it came.</p>
      )}
    </section>
  );
}

/** Where rows of an answer are numbered: the rows of the person's own file that these lines came from. */
function useOwnRows(rows: FoundList["rows"], rowOfLine: AnswerListsProps["rowOfLine"]) {
  const [found, setFound] = useState<(number | undefined)[]>();
  useEffect(() => {
    const lines = rows.slice(0, shownRows).map(({ row, line }) => Number(row ?? line));
    if (!rowOfLine || !lines.some((line) => line > 1)) return;
    let isOld = false;
    const tell = (own: (number | undefined)[]) => !isOld && setFound(own);
    Promise.all(lines.map((line) => (line > 1 ? rowOfLine(line) : undefined))).then(tell, () => undefined);
    return () => {
      isOld = true;
    };
  }, [rows, rowOfLine]);
  return found;
}

const cellOf = (row: Record<string, unknown>, column: string) => (column in row ? asSent(row[column]) : "");
