import { limits } from "@/lib/contacts/limits";
import type { GroupEntry, RowDetails } from "./declaration";

const toFix = { heading: "mustFix", bucket: "toFix", line: "left_out", counted: "to fix" } as const;

/** Rows that are not sent until a person fixes them. Errors take precedence over doubts. */
export const toFixGroups = {
  international: {
    ...toFix,
    showsCountry: "always",
    title: "Not in international format",
    explanation:
      "The platform accepts numbers that start with + and a country code. Choose the country of these, or correct them. Rows that stay like this are left out.",
    statuses: {
      national: { phone: "No country code. Choose the country, or type + and the code." },
      plus_missing: {
        phone: "The number starts with a country code but has no plus.",
        suggestion: "Digits with a country code, no plus: put + in front",
      },
    },
  },
  number_missing: {
    ...toFix,
    title: "Number missing",
    explanation: "These rows have no number to call. Type the numbers in, or the rows are left out.",
    statuses: {
      number_missing: { phone: "The number is missing. Type it, or leave the row out." },
      date: { phone: "This is a date, not a phone number. Type the number, or leave the row out." },
    },
  },
  no_trunk: {
    ...toFix,
    showsCountry: "chosen",
    title: "No 0 in front",
    explanation:
      "Numbers in this country begin with 0 and vary in length, so without the 0 another number may be meant. Use the suggestions if a spreadsheet took the 0 away. Rows that stay like this are left out.",
    statuses: {
      no_trunk: {
        phone: "There is no 0 in front. Without it these digits may be another number.",
        suggestion: "Digits without a 0 in front: read them as numbers of the chosen country",
      },
    },
  },
  area_code: {
    ...toFix,
    title: "Area code in another column",
    explanation:
      "These cells have a number without its area code, which is in a column of its own. Use the suggestions if the two belong together. Rows that stay like this are left out.",
    statuses: {
      area_code: {
        phone: "The area code is in a column of its own. Check that it belongs to this number.",
        suggestion: "Area code in another column: put it in front",
      },
    },
  },
  ten_digits: {
    ...toFix,
    showsCountry: "chosen",
    title: "Ten digits, no 0 in front",
    explanation:
      "This column has numbers of ten digits without a 0 in front, as in the United States. They are left out, because they are probably not numbers in the chosen country.",
    statuses: {
      ten_digits: {
        phone: "Ten digits without a 0 in front, as in North America. The country may be wrong.",
        isKeepable: true,
      },
    },
  },
  other_country: {
    ...toFix,
    title: "Country and number differ",
    explanation:
      "The row names another country than its number, or one that is not known. Correct one of them, or the rows are left out.",
    statuses: {
      other_country: {
        phone: "The number does not belong to the country that the row names. Correct one of them.",
        isKeepable: true,
      },
    },
  },
  invalid: {
    ...toFix,
    showsCountry: "chosen",
    title: "Not valid numbers",
    explanation:
      "These numbers are too short, too long or in no range that is assigned. They are left out. Correct them, or keep them if you know that they are right.",
    statuses: {
      invalid: {
        phone: ({ numbering, digits }) => `Not a valid number: ${numbering.reason(digits)}. It is left out.`,
        isKeepable: true,
      },
    },
  },
  premium: {
    ...toFix,
    title: "Premium, shared-cost or toll-free",
    explanation: "Calling these may cost more, or not reach a person. They are left out unless you keep them.",
    statuses: {
      premium: { phone: "A toll-free, premium or shared-cost number. It is left out.", isKeepable: true },
    },
  },
  digits: {
    ...toFix,
    title: "Too few or too many digits",
    explanation:
      "A number has 7 to 15 digits with its country code, and each country allows certain lengths. Correct these by hand, or the rows are left out.",
    statuses: { digits: { phone: digitMessage } },
  },
  labelled: {
    ...toFix,
    title: "Letters before the number",
    explanation:
      "Lead exports write p: or Tel. in front. Without it each is a complete number. Rows that stay like this are left out.",
    statuses: {
      labelled: {
        phone: "There is a word before the number.",
        suggestion: "A word before the number: leave it out",
      },
    },
  },
  no_call: {
    ...toFix,
    line: "do_not_call",
    counted: "say so in the cell",
    title: "The cell says not to call",
    explanation:
      "Words such as DO NOT CALL or “deceased” stand beside the number or in the name. The rows are left out. Type the number or name over only if the person may be called.",
    statuses: { no_call: { row: "The cell says that this person must not be called. Leave the row out." } },
  },
  fax: {
    ...toFix,
    title: "Fax or pager, by its label",
    explanation:
      "The column beside the number says that it is a fax or a pager, and the row has no other number. They are left out unless you keep them.",
    statuses: {
      fax: {
        phone: "The label beside this number says that it is a fax or a pager. It is left out.",
        isKeepable: true,
      },
    },
  },
  letters: {
    ...toFix,
    title: "Letters in the number",
    explanation:
      "These cells hold letters, an extension or several numbers. A contact has one number. Keep the right digits, or the rows are left out.",
    statuses: {
      extension: {
        phone: "The platform accepts no extensions. Type the number without it.",
        suggestion: "An extension after the number: leave the extension out",
      },
      letters: {
        phone: "Use digits only after the +.",
        suggestion: "Text around one number: take the number",
      },
      several: {
        phone: "There is more than one number here. Keep one.",
        suggestion: "Several numbers: take the first",
      },
    },
  },
  excel: {
    ...toFix,
    title: "Shortened by a spreadsheet",
    explanation:
      "Numbers such as 4.91512E+12 have lost digits that cannot be recovered. Format the column as text, export the file again and choose it again. Otherwise the rows are left out.",
    statuses: {
      excel: {
        phone:
          "Excel changed this number. Format the column as text in Excel and export again, or type the number here.",
      },
    },
  },
  country: {
    ...toFix,
    title: "From a country that is left out",
    explanation:
      "You limited the list to certain countries, and these numbers belong to none of them. The rows are left out unless you include all countries again.",
    statuses: { country: { phone: "The list is limited to other countries." } },
  },
  name_missing: {
    ...toFix,
    title: "Name missing",
    explanation:
      "The platform needs a number and a name. Type the names in, or use each number as its name. Rows that stay empty are left out.",
    statuses: {
      name_missing: { name: "The name is missing, and the platform requires one.", rules: ["numberAsName"] },
    },
  },
  name_long: {
    ...toFix,
    title: "Name too long",
    explanation: "A name has at most 200 characters. Shorten these, or the rows are left out.",
    statuses: { name_long: { name: `The name is longer than ${limits.nameCharacters} characters.` } },
  },
  not_a_name: {
    ...toFix,
    title: "Placeholder instead of a name",
    explanation:
      "These cells hold what a program left, such as {{first_name}} or #REF!. Type the names in, or use each number as its name. Rows that stay like this are left out.",
    statuses: {
      not_a_name: { name: "This is a placeholder, not a name. Type the name.", rules: ["numberAsName"] },
    },
  },
  columns: {
    ...toFix,
    title: "Too few or too many cells",
    explanation:
      "These rows have more or fewer cells than the header, often because a name has the separator in it. Their values may be in the wrong column. Check both cells, or the rows are left out.",
    statuses: {
      columns: { row: cellMessage },
      extra_cells: { row: cellMessage, rules: ["joinCells", "dropCells"] },
      two_rows: {
        row: "A quotation mark joins two lines that may be two contacts. Type the number and name of one here.",
      },
    },
  },
  line_long: {
    ...toFix,
    title: "Line too long",
    explanation:
      "These lines are longer than 64 KB, so nothing in them was read. Shorten them in the file, or the rows are left out.",
    statuses: {
      line_long: { row: `This line is longer than ${limits.lineBytes / 1024} KB. Shorten it in the file.` },
    },
  },
} satisfies Record<string, GroupEntry>;

function cellMessage({ cells, columns }: RowDetails) {
  return `This row has ${cells === 1 ? "one cell" : `${cells} cells`} and the header has ${columns}. Type its number and name here.`;
}

function digitMessage({ digits }: RowDetails) {
  if (digits.startsWith("0")) return "No country code starts with 0. Type the country code after the plus.";
  const few = digits.length < 7;
  return `${digits.length} digits are too ${few ? "few" : "many"}: a number has 7 to 15 after its plus.`;
}
