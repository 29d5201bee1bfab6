import { Lamp } from "@/components/ui/lamp";
import { previewMarks } from "@/lib/client/contacts/preview-marks";
import type { ReadList } from "@/lib/client/contacts/read-list";

/** The first rows of a list, as they will be sent, with what is plainly odd about them. */
export function ListPeek({ columns, list }: { columns: readonly string[]; list: ReadList }) {
  const width = Math.max(columns.length, ...list.preview.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, at) => at);
  const marks = previewMarks(columns, list.preview);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="peek" aria-label="First rows" tabIndex={0}>
        <table className="tbl compact">
          <caption className="vh">The first rows of the file</caption>
          <thead>
            <tr>
              <th scope="col" className="fit num">
                Line
              </th>
              {places.map((at) => (
                <th scope="col" key={at}>
                  {columns[at]?.replace(/^\ufeff/, "").trim() || "no name"}
                </th>
              ))}
              {marks.size > 0 && <th scope="col">Seen</th>}
            </tr>
          </thead>
          <tbody>
            {list.preview.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row" className="fit num">
                  {line}
                </th>
                {places.map((at) => (
                  <td key={at} className={cells[at] ? undefined : "is-empty"}>
                    {cells[at] || (at < cells.length ? "empty" : "not there")}
                  </td>
                ))}
                {marks.size > 0 && <td>{marks.has(line) && <Mark doubts={marks.get(line) ?? []} />}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="note">
        {list.preview.length === list.rows
          ? "All rows are shown. The API decides which of them it takes."
          : `Only these ${list.preview.length} rows were looked at; the whole list is not checked here.`}
      </p>
    </>
  );
}

function Mark({ doubts }: { doubts: readonly string[] }) {
  return (
    <span className="st wait">
      <Lamp reading="wait" />
      <span>{doubts.join("; ")}</span>
    </span>
  );
}
