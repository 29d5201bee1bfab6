import { limits } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import type { RowStatus } from "./row-status";

type RowMessage = { message: string; field: "phone" | "name" | "row" };

type MessageInput = {
  rowStatus: RowStatus;
  phone: string;
  cells: number;
  columns: number;
  digits: string;
  otherRow: number | undefined;
  /** Why the row is left out: "Do not call: yes", or the cell that says no. */
  reason: string;
  numbering: NumberingPlan;
};

export function rowMessage(input: MessageInput): RowMessage {
  const { rowStatus, columns, otherRow, numbering, digits } = input;
  switch (rowStatus) {
    case "columns":
    case "extra_cells":
      return row(cellMessage(input.cells, columns));
    case "line_long":
      return row(`This line is longer than ${limits.lineBytes / 1024} KB. Shorten it in the file.`);
    case "quote":
      return row(
        "A quotation mark, apostrophe or backslash is out of place. Check the name: it is uploaded as shown here.",
      );
    case "duplicate":
      return phone(
        otherRow ? `Row ${formatCount(otherRow)} has the same number and is uploaded.` : "Another row has this number.",
      );
    case "invalid":
      return phone(`Not a valid number: ${numbering.reason(digits)}. It is left out.`);
    case "excluded":
      return row(`${input.reason}. Left out in the step Columns.`);
    case "refusal":
      return row(`${input.reason}. Left out unless this person may be called.`);
    case "digits":
      return phone(digitMessage(digits));
    default:
      return plain[rowStatus];
  }
}

const phone = (message: string): RowMessage => ({ message, field: "phone" });
const name = (message: string): RowMessage => ({ message, field: "name" });
const row = (message: string): RowMessage => ({ message, field: "row" });

const cellMessage = (cells: number, columns: number) =>
  `This row has ${cells === 1 ? "one cell" : `${cells} cells`} and the header has ${columns}. Type its number and name here.`;

const plain: Record<
  Exclude<
    RowStatus,
    "columns" | "extra_cells" | "line_long" | "quote" | "duplicate" | "excluded" | "refusal" | "invalid" | "digits"
  >,
  RowMessage
> = {
  ok: row(""),
  tidied: row("Spaces, signs or invisible characters were cleaned up. The result is shown."),
  mojibake: name("The name was read in another encoding than it was written in. Use the suggestion, or correct it."),
  encoding: name("Letters of this name were lost or read wrong. Choose another encoding for the file, or correct it."),
  shifted: row(
    "The cell after the name starts with a space: a name that contains a separator may be cut in two. Check it.",
  ),
  surplus_dropped: row("This row has more cells than the header. The last ones were left out: check the name."),
  surplus_joined: row("This row has more cells than the header. They were joined into the name: check it."),
  two_rows: row("A quotation mark joins two lines that may be two contacts. Type the number and name of one here."),
  rounded: phone("All digits after the sixth are zeros, as after rounding by a spreadsheet. Check the number."),
  short_tail: phone("The last digits may be an extension. They are uploaded as part of the number: check it."),
  from_text: phone("The number was taken out of the text around it. Check that it is the right one."),
  ambiguous: phone("These digits may also be read as another number. Check that this is the right one."),
  no_call: row("The cell says that this person must not be called. Leave the row out."),
  fax: phone("The label beside this number says that it is a fax or a pager. It is left out."),
  switchboard: phone("Another row has this number with another extension, and is uploaded."),
  extension_apart: phone("The extension in another column is not dialed. The call ends at the switchboard."),
  labelled: phone("There is a word before the number."),
  placeholder: name("This does not look like a name. It is uploaded as is."),
  not_a_name: name("This is a placeholder, not a name. Type the name."),
  kept: phone("This number looked wrong, and you typed or kept it. It is uploaded as is."),
  premium: phone("A toll-free, premium or shared-cost number. It is left out."),
  barred: phone("Another row says not to call this number."),
  do_not_call: phone("This number is on the do-not-call list."),
  sent_here: phone("An earlier list sent this number to this campaign."),
  sent_unsure: phone("An earlier list with this number may have reached this campaign."),
  sent_elsewhere: phone("An earlier list sent this number to another campaign."),
  date: phone("This is a date, not a phone number. Type the number, or leave the row out."),
  national: phone("No country code. Choose the country, or type + and the code."),
  no_trunk: phone("There is no 0 in front. Without it these digits may be another number."),
  area_code: phone("The area code is in a column of its own. Check that it belongs to this number."),
  ten_digits: phone("Ten digits without a 0 in front, as in North America. The country may be wrong."),
  other_country: phone("The number does not belong to the country that the row names. Correct one of them."),
  formula: name("A spreadsheet would run this name as a formula. It is uploaded as is."),
  name_number: name("The name looks like a number. It is uploaded as is."),
  number_missing: phone("The number is missing. Type it, or leave the row out."),
  plus_missing: phone("The number starts with a country code but has no plus."),
  excel: phone(
    "Excel changed this number. Format the column as text in Excel and export again, or type the number here.",
  ),
  letters: phone("Use digits only after the +."),
  extension: phone("The platform accepts no extensions. Type the number without it."),
  several: phone("There is more than one number here. Keep one."),
  country: phone("The list is limited to other countries."),
  name_missing: name("The name is missing, and the platform requires one."),
  name_long: name(`The name is longer than ${limits.nameCharacters} characters.`),
  blank: row("The row is blank."),
  left_out: row("You left this row out."),
  hidden: row("The workbook hides this row, by a filter or by hand. It is left out."),
};

function digitMessage(digits: string) {
  if (digits.startsWith("0")) return "No country code starts with 0. Type the country code after the plus.";
  const few = digits.length < 7;
  return `${digits.length} digits are too ${few ? "few" : "many"}: a number has 7 to 15 after its plus.`;
}
