import { refused } from "@/lib/contract/problem";
import { csvRows } from "@/lib/http/csv-rows";

/** A data row of a contact list, with its line in the file. */
type ContactRow = { row: number; phone: string; name: string };

/** Rows of a CSV with the two columns of the API, in any order, in batches. Throws a Problem for any other file. */
export async function* contactRows(text: AsyncIterable<string>): AsyncGenerator<ContactRow[]> {
  let columns: { phone: number; name: number } | undefined;
  let hasPeople = false;
  for await (const rows of csvRows(withoutMark(text))) {
    const [header, ...others] = columns ? [undefined, ...rows] : rows;
    if (!columns && !header) continue;
    columns ??= columnsOf(header?.cells ?? []);
    const { phone, name } = columns;
    hasPeople ||= others.length > 0;
    yield others.map((row) => {
      if (row === undefined || row.isMalformed || row.cells.length !== 2)
        throw refused(
          "bad_input",
          `Row ${row?.line} does not have two cells, or its quotation marks do not match. ${nothingSent}`,
        );
      return { row: row.line, phone: row.cells[phone] ?? "", name: row.cells[name] ?? "" };
    });
  }
  if (!columns) throw notTwoColumns();
  if (!hasPeople) throw refused("bad_input", `The file has no people below its first row. ${nothingSent}`);
}

const nothingSent = "Nothing was sent.";

function columnsOf(cells: readonly string[]) {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const [phone, name] = [names.indexOf("phone_number"), names.indexOf("name")];
  if (names.length !== 2 || phone < 0 || name < 0) throw notTwoColumns();
  return { phone, name };
}

const notTwoColumns = () =>
  refused(
    "bad_input",
    `The first row must be phone_number,name and the file must have no other columns. ${nothingSent} The import on the campaign's page takes any columns.`,
  );

async function* withoutMark(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of text) {
    yield isFirst ? piece.replace(/^\ufeff/, "") : piece;
    if (piece !== "") isFirst = false;
  }
}
