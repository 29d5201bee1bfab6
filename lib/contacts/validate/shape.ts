import type { TenDigits } from "@/lib/numbers/phone-status";

/** Facts that hold for all rows of a file, found in its cells. */
export type Shape = {
  /** Cells of the header, or of most rows if there is no header. */
  columns: number;
  /** Blank cells that nearly every row has beyond the columns. They are ignored. */
  surplus: number;
  /** Cells of this file begin with a blank. In other files a leading blank suggests a delimiter inside a name. */
  isSpaced: boolean;
  /** Columns whose numbers have ten digits. */
  tenDigits: readonly (TenDigits | undefined)[];
  /** All columns of phone numbers. */
  numberColumns: readonly number[];
  /** By column of numbers, the column with their labels, such as "Fax". */
  labels: readonly (number | undefined)[];
  /** Column with the extension of each number. */
  extension: number | undefined;
  /** Cells of the header; empty without one. */
  header: readonly string[];
};
