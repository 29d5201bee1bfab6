import type { CsvRow } from "./csv-rows";

export type Contact = { phone_number: string; name: string; row: number };
/** Why a row was not taken. `row` is its line in the file, where the header is line 1. */
export type RowError = { row: number; column: string; code: string; value: string; message: string };
export type Columns = { columns: string[]; phone: number; name: number };

export const wantedColumns = ["phone_number", "name"] as const;

/** Where the two columns are; -1 for one that is missing. Case and spaces around the names do not matter. */
export function columnsOf(header: string[]): Columns {
  const columns = header.map((cell) => cell.trim().toLowerCase());
  return { columns, phone: columns.indexOf("phone_number"), name: columns.indexOf("name") };
}

/** What becomes of a row, looked at by itself. */
export function checkRow(
  { line: row, cells, isMalformed }: CsvRow,
  { columns, phone, name }: Columns,
): Contact | RowError {
  const wrong = (column: string, code: string, value: string, message: string) => ({
    row,
    column,
    code,
    value: value.slice(0, longestName),
    message,
  });
  if (isMalformed)
    return wrong("", "malformed_quotes", cells.join(","), "The quotation marks in this row do not match.");
  if (cells.length !== columns.length) {
    const message = `This row has ${cells.length} cells; the header has ${columns.length}.`;
    return wrong("", "row_length_mismatch", cells.join(","), message);
  }
  const givenNumber = cells[phone] ?? "";
  const givenName = (cells[name] ?? "").trim();
  const phone_number = givenNumber.replace(/[\s().\-\u00a0\u2010-\u2015]/g, "");
  if (phone_number === "") return wrong("phone_number", "missing_phone", givenNumber, "The phone number is missing.");
  if (!/^\+[1-9]\d{6,14}$/.test(phone_number))
    return wrong("phone_number", "invalid_phone", givenNumber, reasonFor(phone_number));
  if (givenName === "") return wrong("name", "missing_name", givenName, "The name is missing.");
  if (givenName.length > longestName)
    return wrong("name", "name_too_long", givenName, `The name is longer than ${longestName} characters.`);
  if (controlCharacters.test(givenName))
    return wrong(
      "name",
      "invalid_name",
      givenName.replace(controlCharacters, "\uFFFD"),
      "The name holds a control character.",
    );
  return { phone_number, name: givenName, row };
}

const longestName = 200;

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
