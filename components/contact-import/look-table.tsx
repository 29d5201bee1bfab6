import type { Look } from "@/lib/contacts/engine";
import { columnWords, countWords } from "./file-words";

/** The first rows as the present choices read them. */
export function LookTable({ look, isLooking }: { look: Look; isLooking: boolean }) {
  const width = Math.max(look.columns.length, ...look.rows.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, at) => at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="cf-look" aria-label="First rows" aria-busy={isLooking} tabIndex={0}>
      <table className="tbl compact">
        <caption>
          {look.rows.length === 0
            ? "No row below this header"
            : `The first ${countWords(look.rows.length, "row")}, ${countWords(look.columns.length, "column")}`}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="fit num">
              Row
            </th>
            {places.map((at) => (
              <th scope="col" key={at} className={look.columns[at]?.name.trim() ? undefined : "faint"}>
                {at < look.columns.length ? columnWords(look.columns[at], at) : "no column"}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.rows.map(({ row, cells, isHidden }) => (
            <tr key={row}>
              <th scope="row" className="fit num faint">
                {row.toLocaleString("en-US")}
                {isHidden && " hidden"}
              </th>
              {places.map((at) => (
                <Cell key={at} text={cells[at]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ text }: { text: string | undefined }) {
  if (!text?.trim()) return <td className="faint">{text === undefined ? "not there" : "empty"}</td>;
  return <td title={text}>{text}</td>;
}
