import { TableBox } from "@/components/contact-import/file/table-box";
import { countOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { type FoundList, findArrays, listTitle } from "./find-arrays";

const shownRows = 100;

/** Tables of the lists inside an answer, such as rejected rows. */
export function AnswerLists({ raw }: { raw: unknown }) {
  return findArrays(raw).map((list) => <AnswerList key={list.path} {...list} />);
}

function AnswerList({ path, rows, columns }: FoundList) {
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
            </tr>
          ))}
        </tbody>
      </TableBox>
      {rows.length > shownRows && (
        <p className="text-sm/[17px] text-ink-3">The first {shownRows} of them. All are under Technical detail.</p>
      )}
    </section>
  );
}

const cellOf = (row: Record<string, unknown>, column: string) => (column in row ? formatRaw(row[column]) : "");
