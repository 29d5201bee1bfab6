import { asSent } from "@/components/ui/as-sent";
import { listsIn } from "./lists-in";

const shownRows = 100;

/** The lists inside an answer, such as the rows it did not take, as tables under the names they came with. */
export function AnswerLists({ raw }: { raw: unknown }) {
  return listsIn(raw).map(({ path, rows, columns }) => (
    <section key={path} className="answer-list" aria-label={path || "List in the answer"}>
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
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shownRows && (
        <p className="note">The first {shownRows} of them. All are in the answer as it came.</p>
      )}
    </section>
  ));
}

const cellOf = (row: Record<string, unknown>, column: string) => (column in row ? asSent(row[column]) : "");
