import type { GroupEntry } from "./declaration";

const sent = { bucket: "sent", line: "new", counted: "uploaded" } as const;
const warning = { ...sent, heading: "worthALook" } as const;
const inOrder = { ...sent, heading: "inOrder" } as const;

/** Rows that are sent: some with a doubt, which takes precedence over a repair. */
export const sentGroups = {
  extension_apart: {
    ...warning,
    title: "Extension is not dialed",
    explanation:
      "These rows have an extension in a column of its own. The platform dials none: the call ends at the switchboard. They are uploaded with the number alone.",
    statuses: {
      extension_apart: {
        phone: "The extension in another column is not dialed. The call ends at the switchboard.",
      },
    },
  },
  kept: {
    ...warning,
    title: "Looked wrong, kept by you",
    explanation: "You typed these numbers or kept them, although they looked wrong. They are uploaded as is.",
    statuses: { kept: { phone: "This number looked wrong, and you typed or kept it. It is uploaded as is." } },
  },
  rounded: {
    ...warning,
    title: "Digits may be rounded",
    explanation:
      "A spreadsheet that shows 4.47911E+11 has lost the last digits, and zeros come back in their place. These are uploaded as is. Correct them, or leave the rows out.",
    statuses: {
      rounded: { phone: "All digits after the sixth are zeros, as after rounding by a spreadsheet. Check the number." },
    },
  },
  number_text: {
    ...warning,
    title: "More than a number in the cell",
    explanation:
      "These cells contain more than a phone number, such as text or an extension. Check that the right digits are uploaded.",
    statuses: {
      short_tail: {
        phone: "The last digits may be an extension. They are uploaded as part of the number: check it.",
      },
      from_text: { phone: "The number was taken out of the text around it. Check that it is the right one." },
    },
  },
  ambiguous: {
    ...warning,
    title: "May be another number",
    explanation:
      "These digits can be read as more than one number, such as a foreign one without its plus and a national one. They are uploaded as shown; check that the number is right.",
    statuses: {
      ambiguous: { phone: "These digits may also be read as another number. Check that this is the right one." },
    },
  },
  surplus: {
    ...warning,
    title: "Extra cells handled",
    explanation:
      "These rows have more cells than the header. They are uploaded the way you chose; check that the names are complete.",
    statuses: {
      surplus_dropped: {
        row: "This row has more cells than the header. The last ones were left out: check the name.",
        rules: ["joinCells", "dropCells"],
      },
      surplus_joined: {
        row: "This row has more cells than the header. They were joined into the name: check it.",
        rules: ["joinCells", "dropCells"],
      },
    },
  },
  shifted: {
    ...warning,
    title: "Name may be cut in two",
    explanation:
      "In these rows, the cell after the name starts with a space, which no other cell does. The name may continue there. They are uploaded as is.",
    statuses: {
      shifted: {
        row: "The cell after the name starts with a space: a name that contains a separator may be cut in two. Check it.",
      },
    },
  },
  quote: {
    ...warning,
    title: "Quotation mark out of place",
    explanation:
      "A quotation mark is missing or misplaced. Each line was read as its own row. They are uploaded; check that the names are right.",
    statuses: {
      quote: {
        row: "A quotation mark, apostrophe or backslash is out of place. Check the name: it is uploaded as shown here.",
      },
    },
  },
  encoding: {
    ...warning,
    title: "Characters look damaged",
    explanation:
      "These names contain characters that appear when text is read in the wrong encoding. They are uploaded as is. Use what is suggested, choose another encoding in the first step, or type the names over.",
    statuses: {
      mojibake: {
        name: "Letters of this name are in code, or were read in the wrong encoding. Use the suggestion, or correct it.",
        suggestion: "Names in code or read in the wrong encoding: fix the letters",
      },
      encoding: {
        name: "Letters of this name were lost or read wrong. Choose another encoding for the file, or correct it.",
      },
    },
  },
  placeholder: {
    ...warning,
    title: "May not be a name",
    explanation:
      "None, N/A, dates and addresses are rarely names, but some people have such names. They are uploaded as is. Correct them, or leave the rows out.",
    statuses: { placeholder: { name: "This does not look like a name. It is uploaded as is." } },
  },
  formula: {
    ...warning,
    title: "Name looks like a formula",
    explanation:
      "These names begin with a character that a spreadsheet treats as a formula. They are uploaded as is. Files that you save here make them harmless.",
    statuses: { formula: { name: "A spreadsheet would run this name as a formula. It is uploaded as is." } },
  },
  name_number: {
    ...warning,
    title: "Name looks like a number",
    explanation:
      "The name of these contacts is a number. They are uploaded as is. The two columns may be the wrong way around.",
    statuses: {
      name_number: { name: "The name looks like a number. It is uploaded as is.", rules: ["numberAsName"] },
    },
  },
  tidied: {
    ...inOrder,
    showsCountry: "chosen",
    title: "Cleaned up",
    explanation:
      "Spaces, dashes and other marks were taken out, or 00 was replaced by +. The column Result shows what is uploaded.",
    statuses: {
      tidied: { row: "Spaces, signs or invisible characters were cleaned up. The result is shown." },
    },
  },
  ok: {
    ...inOrder,
    title: "No problem found",
    explanation: "No problem was found in these rows. They are uploaded as is.",
    statuses: { ok: { row: "" } },
  },
} satisfies Record<string, GroupEntry>;
