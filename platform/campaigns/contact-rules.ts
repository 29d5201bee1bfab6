import type { CsvRow } from "@/lib/http/csv-rows";

export type Contact = { phone_number: string; name: string; row: number };
/** The reason why a row was rejected. `row` is its line in the file; the header is line 1. */
export type RowError = { row: number; column: string; code: string; value: string; message: string };
export type Columns = { columns: string[]; phone: number; name: number };

export const requiredColumns = ["phone_number", "name"] as const;

/** The indexes of the two columns, -1 if missing. Ignores case and surrounding spaces. */
export function columnsOf(header: string[]): Columns {
  const columns = header.map((cell) => cell.trim().toLowerCase());
  return { columns, phone: columns.indexOf("phone_number"), name: columns.indexOf("name") };
}

export function checkRow(
  { line: row, cells, isMalformed }: CsvRow,
  { columns, phone, name }: Columns,
): Contact | RowError {
  const rowError = (column: string, code: string, value: string, message: string) => ({
    row,
    column,
    code,
    value: value.slice(0, maxNameLength),
    message,
  });
  if (isMalformed)
    return rowError("", "malformed_quotes", cells.join(","), "The quotation marks in this row do not match.");
  if (cells.length !== columns.length) {
    const message = `This row has ${cells.length} cells; the header has ${columns.length}.`;
    return rowError("", "row_length_mismatch", cells.join(","), message);
  }
  const rawNumber = cells[phone] ?? "";
  const rawName = (cells[name] ?? "").trim();
  const phone_number = rawNumber.replace(/[\s().\-\u00a0\u2010-\u2015]/g, "");
  if (phone_number === "") return rowError("phone_number", "missing_phone", rawNumber, "The phone number is missing.");
  if (!/^\+[1-9]\d{6,14}$/.test(phone_number))
    return rowError("phone_number", "invalid_phone", rawNumber, reasonFor(phone_number));
  if (rawName === "") return rowError("name", "missing_name", rawName, "The name is missing.");
  if (rawName.length > maxNameLength)
    return rowError("name", "name_too_long", rawName, `The name is longer than ${maxNameLength} characters.`);
  if (controlCharacters.test(rawName))
    return rowError(
      "name",
      "invalid_name",
      rawName.replace(controlCharacters, "\uFFFD"),
      "The name holds a control character.",
    );
  return { phone_number, name: rawName, row };
}

const maxNameLength = 200;

const controlCharacters = /\p{Cc}/u;

function reasonFor(number: string) {
  if (/^\d/.test(number)) return "The phone number must start with + and the country code.";
  if (!/^\+\d+$/.test(number)) return "The phone number may hold only + and digits.";
  if (number.startsWith("+0")) return "No country code starts with 0.";
  return number.length < 8 ? "The phone number is too short." : "The phone number is longer than 15 digits.";
}

export const duplicateInFile = ({ row, phone_number }: Contact, firstRow: number): RowError => ({
  row,
  column: "phone_number",
  code: "duplicate_in_file",
  value: phone_number,
  message: `The same number is on line ${firstRow}.`,
});

export const duplicateInCampaign = ({ row, phone_number }: Contact): RowError => ({
  row,
  column: "phone_number",
  code: "duplicate_in_campaign",
  value: phone_number,
  message: "The campaign already has this number.",
});
