import type { FileAnswer } from "@/lib/contract/operation";
import { csvLine } from "@/lib/format/csv";
import type { FileTitle } from "@/lib/format/export-name";
import { csvLineOf } from "@/lib/http/file-export";

const pageSize = 500;

type CsvFile<Row> = {
  name: FileTitle["parts"];
  columns: readonly string[];
  /** At most so many rows after one, or the first ones. */
  readPage: (last: Row | undefined, limit: number) => Promise<readonly Row[]>;
  cells: (row: Row) => Parameters<typeof csvLine>[0];
};

export function csvFile<Row>({ name, columns, readPage, cells }: CsvFile<Row>): FileAnswer {
  const lineOf = csvLineOf(columns);
  const recordOf = (row: Row) => {
    const values = cells(row);
    return Object.fromEntries(columns.map((column, index) => [column, values[index]]));
  };
  return {
    title: { parts: name, extension: "csv" },
    contentType: "text/csv; charset=utf-8",
    async send(write) {
      await write(`${csvLine(columns)}\r\n`);
      let count = 0;
      for (let last: Row | undefined; ; ) {
        const rows = await readPage(last, pageSize);
        if (rows.length > 0) await write({ rows: rows.map(recordOf), lineOf });
        count += rows.length;
        last = rows.at(-1);
        if (!last || rows.length < pageSize) return count;
      }
    },
  };
}
