import type { ReadList } from "@/lib/client/contacts/read-list";

/** The first rows of a list, as they will be sent. */
export function ListPeek({ columns, list }: { columns: readonly string[]; list: ReadList }) {
  const width = Math.max(columns.length, ...list.preview.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, at) => at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
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
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
