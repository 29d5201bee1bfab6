import type { GroupReport, Report } from "@/lib/contacts/engine";
import {
  bucketOf,
  type Group,
  groups,
  isDoubtful,
  type RowStatus,
  rowStatuses as rowStatusNames,
  summaryOf,
} from "@/lib/contacts/validate/row-status";
import { countOf, formatCount } from "@/lib/format/format-count";

export type Heading = "asked" | "mustFix" | "worthALook" | "inOrder" | "notSent";

export const headings: Readonly<Record<Heading, string>> = {
  asked: "May these people be called? Left out until you say so",
  mustFix: "Must be fixed, or the row is left out",
  worthALook: "Warnings (will be uploaded)",
  inOrder: "OK",
  notSent: "Not uploaded",
};

export const headingNames = Object.keys(headings) as readonly Heading[];

export const headingMeanings = {
  asked: "wait",
  mustFix: "fault",
  worthALook: "wait",
  inOrder: "ok",
  notSent: "idle",
} as const;

export function headingOf(group: Group): Heading {
  if (group === "refusal") return "asked";
  const [rowStatus = "ok"] = groups[group] as readonly RowStatus[];
  const bucket = bucketOf(rowStatus);
  if (bucket === "toFix") return "mustFix";
  if (bucket !== "sent") return "notSent";
  return isDoubtful(rowStatus) ? "worthALook" : "inOrder";
}

type GroupMessage = {
  title: string;
  explanation: string;
};

export const groupMessage: Readonly<Record<Group, GroupMessage>> = {
  international: {
    title: "Not in international format",
    explanation:
      "The platform accepts numbers that start with + and a country code. Choose the country of these, or correct them. Rows that stay like this are left out.",
  },
  number_missing: {
    title: "Number missing",
    explanation: "These rows have no number to call. Type the numbers in, or the rows are left out.",
  },
  digits: {
    title: "Too few or too many digits",
    explanation:
      "A number has 7 to 15 digits with its country code, and each country allows certain lengths. Correct these by hand, or the rows are left out.",
  },
  no_call: {
    title: "The cell says not to call",
    explanation:
      "Words such as DO NOT CALL or “deceased” stand beside the number or in the name. The rows are left out. Type the number or name over only if the person may be called.",
  },
  refusal: {
    title: "The row says not to call",
    explanation:
      "A cell of these rows says not to call, that the person died, that the number is another’s, or has the mark of a register. They are left out. If it means something else, put the row back.",
  },
  fax: {
    title: "Fax or pager, by its label",
    explanation:
      "The column beside the number says that it is a fax or a pager, and the row has no other number. They are left out unless you keep them.",
  },
  labelled: {
    title: "Letters before the number",
    explanation:
      "Lead exports write p: or Tel. in front. Without it each is a complete number. Rows that stay like this are left out.",
  },
  letters: {
    title: "Letters in the number",
    explanation:
      "These cells hold letters, an extension or several numbers. A contact has one number. Keep the right digits, or the rows are left out.",
  },
  excel: {
    title: "Shortened by a spreadsheet",
    explanation:
      "Numbers such as 4.91512E+12 have lost digits that cannot be recovered. Format the column as text, export the file again and choose it again. Otherwise the rows are left out.",
  },
  country: {
    title: "From a country that is left out",
    explanation:
      "You limited the list to certain countries, and these numbers belong to none of them. The rows are left out unless you include all countries again.",
  },
  name_missing: {
    title: "Name missing",
    explanation:
      "The platform needs a number and a name. Type the names in, or use each number as its name. Rows that stay empty are left out.",
  },
  name_long: {
    title: "Name too long",
    explanation: "A name has at most 200 characters. Shorten these, or the rows are left out.",
  },
  not_a_name: {
    title: "Placeholder instead of a name",
    explanation:
      "These cells hold what a program left, such as {{first_name}} or #REF!. Type the names in, or use each number as its name. Rows that stay like this are left out.",
  },
  columns: {
    title: "Too few or too many cells",
    explanation:
      "These rows have more or fewer cells than the header, often because a name has the separator in it. Their values may be in the wrong column. Check both cells, or the rows are left out.",
  },
  line_long: {
    title: "Line too long",
    explanation:
      "These lines are longer than 64 KB, so nothing in them was read. Shorten them in the file, or the rows are left out.",
  },
  duplicate: {
    title: "Same number more than once",
    explanation: "Each number is uploaded once. Another row with the same number is uploaded instead of these.",
  },
  switchboard: {
    title: "One number, several extensions",
    explanation:
      "These people share a number and have extensions of their own. The platform dials no extension, so the number is uploaded once, with another row.",
  },
  extension_apart: {
    title: "Extension is not dialed",
    explanation:
      "These rows have an extension in a column of its own. The platform dials none: the call ends at the switchboard. They are uploaded with the number alone.",
  },
  invalid: {
    title: "Not valid numbers",
    explanation:
      "These numbers are too short, too long or in no range that is assigned. They are left out. Correct them, or keep them if you know that they are right.",
  },
  premium: {
    title: "Premium, shared-cost or toll-free",
    explanation: "Calling these may cost more, or not reach a person. They are left out unless you keep them.",
  },
  kept: {
    title: "Looked wrong, kept by you",
    explanation: "You typed these numbers or kept them, although they looked wrong. They are uploaded as is.",
  },
  no_trunk: {
    title: "No 0 in front",
    explanation:
      "Numbers in this country begin with 0 and vary in length, so without the 0 another number may be meant. Use the suggestions if a spreadsheet took the 0 away. Rows that stay like this are left out.",
  },
  area_code: {
    title: "Area code in another column",
    explanation:
      "These cells have a number without its area code, which is in a column of its own. Use the suggestions if the two belong together. Rows that stay like this are left out.",
  },
  ten_digits: {
    title: "Ten digits, no 0 in front",
    explanation:
      "This column has numbers of ten digits without a 0 in front, as in the United States. They are left out, because they are probably not numbers in the chosen country.",
  },
  other_country: {
    title: "Country and number differ",
    explanation:
      "The row names another country than its number, or one that is not known. Correct one of them, or the rows are left out.",
  },
  rounded: {
    title: "Digits may be rounded",
    explanation:
      "A spreadsheet that shows 4.47911E+11 has lost the last digits, and zeros come back in their place. These are uploaded as is. Correct them, or leave the rows out.",
  },
  number_text: {
    title: "More than a number in the cell",
    explanation:
      "These cells contain more than a phone number, such as text or an extension. Check that the right digits are uploaded.",
  },
  ambiguous: {
    title: "May be another number",
    explanation:
      "These digits can be read as more than one number, such as a foreign one without its plus and a national one. They are uploaded as shown; check that the number is right.",
  },
  surplus: {
    title: "Extra cells handled",
    explanation:
      "These rows have more cells than the header. They are uploaded the way you chose; check that the names are complete.",
  },
  shifted: {
    title: "Name may be cut in two",
    explanation:
      "In these rows, the cell after the name starts with a space, which no other cell does. The name may continue there. They are uploaded as is.",
  },
  placeholder: {
    title: "May not be a name",
    explanation:
      "None, N/A, dates and addresses are rarely names, but some people have such names. They are uploaded as is. Correct them, or leave the rows out.",
  },
  quote: {
    title: "Quotation mark out of place",
    explanation:
      "A quotation mark is missing or misplaced. Each line was read as its own row. They are uploaded; check that the names are right.",
  },
  encoding: {
    title: "Characters look damaged",
    explanation:
      "These names contain characters that appear when text is read in the wrong encoding. They are uploaded as is. Use what is suggested, choose another encoding in the file step, or type the names over.",
  },
  formula: {
    title: "Name looks like a formula",
    explanation:
      "These names begin with a character that a spreadsheet treats as a formula. They are uploaded as is. Files that you save here make them harmless.",
  },
  name_number: {
    title: "Name looks like a number",
    explanation:
      "The name of these contacts is a number. They are uploaded as is. The two columns may be the wrong way around.",
  },
  tidied: {
    title: "Cleaned up",
    explanation:
      "Spaces, dashes and other marks were taken out, or 00 was replaced by +. The column Would become shows what is uploaded.",
  },
  hidden: {
    title: "Hidden in the workbook",
    explanation:
      "The workbook hides these rows, by a filter or by hand. They are not uploaded. Upload them too if they belong to the list.",
  },
  excluded: {
    title: "Left out by a column's value",
    explanation:
      "You chose in the step Columns who may be called. The rows have another value, so they are not uploaded.",
  },
  barred: {
    title: "Another row says not to call",
    explanation:
      "Another row of the list has the same number and says not to call it, so these are not uploaded either.",
  },
  do_not_call: {
    title: "On the do-not-call list",
    explanation: "These numbers are on the do-not-call list, so they are not uploaded.",
  },
  sent_here: {
    title: "Already sent to this campaign",
    explanation: "An earlier list sent these numbers to this campaign, so they are not uploaded again.",
  },
  sent_unsure: {
    title: "May be in this campaign",
    explanation:
      "We don't know whether an earlier list with these numbers arrived. They are left out unless you upload them again.",
  },
  sent_elsewhere: {
    title: "Sent to another campaign",
    explanation:
      "An earlier list sent these numbers to another campaign. They are left out unless you upload them too.",
  },
  left_out: {
    title: "Left out by you",
    explanation: "You left these rows out. They are not uploaded. You can put them back.",
  },
  blank: {
    title: "Blank rows",
    explanation: "These rows are empty. They are counted but not uploaded.",
  },
  ok: {
    title: "No problem found",
    explanation: "No problem was found in these rows. They are uploaded as is.",
  },
};

/** Title of a group. Rows that one value leaves out are named by it: "Do not call: yes". */
export const groupTitle = ({ group, reasons = [] }: Pick<GroupReport, "group" | "reasons">) =>
  (reasons.length === 1 && reasons[0]?.reason) || groupMessage[group].title;

/** Sorts groups by heading, and within a heading by size, the largest first. */
export function orderGroups(groups: readonly GroupReport[]): GroupReport[] {
  const rank = ({ group }: GroupReport) => headingNames.indexOf(headingOf(group));
  return [...groups].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

/** "1,000 rows: 950 will be uploaded, 30 need fixing, …", without zeros. Each row is counted once before the semicolon. */
export function sumMessage({ rows, counts, rowStatuses }: Report): string {
  const others: [count: number, words: string][] = [
    [counts.toFix, counts.toFix === 1 ? "needs fixing" : "need fixing"],
    [counts.duplicate, counts.duplicate === 1 ? "duplicate" : "duplicates"],
    [counts.blank, "blank"],
    ...rowStatusNames.map((status): [number, string] => [rowStatuses[status], summaryOf(status) ?? ""]),
  ];
  const { tidied } = rowStatuses;
  const parts = [
    [counts.sent, "will be uploaded"] as const,
    ...others.filter(([count, words]) => count > 0 && words !== ""),
  ];
  const ending = tidied > 0 ? `; ${formatCount(tidied)} ${tidied === 1 ? "was" : "were"} cleaned up` : "";
  return `${countOf(rows, "row")}: ${parts.map(([count, words]) => `${formatCount(count)} ${words}`).join(", ")}${ending}.`;
}
