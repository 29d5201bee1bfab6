import { formatCount } from "@/lib/format/format-count";
import type { GroupEntry, RowDetails } from "./declaration";

const repeated = {
  heading: "notSent",
  bucket: "duplicate",
  line: "left_out",
  counted: "repeated in the file",
} as const;
const leftOut = { heading: "notSent", bucket: "leftOut", line: "left_out" } as const;

/** Rows that are not sent although nothing in them needs fixing. */
export const notSentGroups = {
  refusal: {
    ...leftOut,
    heading: "asked",
    line: "do_not_call",
    counted: "left out because the row says no",
    title: "The row says not to call",
    explanation:
      "A cell in each of these rows says not to call, that the person died, or that the number belongs to someone else, or it has a register’s mark, such as TPS. The rows are left out. If a cell means something else, put its row back.",
    statuses: {
      refusal: { row: ({ reason }) => `${reason}. Left out unless this person may be called.`, isKeepable: true },
    },
  },
  duplicate: {
    ...repeated,
    title: "Same number more than once",
    explanation: "Each number is uploaded once. Another row with the same number is uploaded instead of these.",
    statuses: { duplicate: { phone: duplicateMessage, rules: ["keepLast"] } },
  },
  switchboard: {
    ...repeated,
    title: "One number, several extensions",
    explanation:
      "These people share a number and have extensions of their own. The platform dials no extension, so the number is uploaded once, with another row.",
    statuses: { switchboard: { phone: "Another row has this number with another extension, and is uploaded." } },
  },
  hidden: {
    ...leftOut,
    counted: "hidden in the workbook",
    title: "Hidden in the workbook",
    explanation:
      "The workbook hides these rows, by a filter or by hand. They are not uploaded. Upload them too if they belong to the list.",
    statuses: {
      hidden: {
        row: "The workbook hides this row, by a filter or by hand. It is left out.",
        rules: ["sendHidden"],
      },
    },
  },
  excluded: {
    ...leftOut,
    line: "do_not_call",
    counted: "left out by a column's value",
    title: "Left out by a column's value",
    explanation:
      "You chose in the step Columns who may be called. The rows have another value, so they are not uploaded.",
    statuses: { excluded: { row: ({ reason }) => `${reason}. Left out in the step Columns.` } },
  },
  barred: {
    ...leftOut,
    line: "do_not_call",
    counted: "left out because another row says no",
    title: "Another row says not to call",
    explanation:
      "Another row of the list has the same number and says not to call it, so these are not uploaded either.",
    statuses: { barred: { phone: "Another row says not to call this number." } },
  },
  do_not_call: {
    ...leftOut,
    line: "do_not_call",
    counted: "on the do-not-call list",
    title: "On the do-not-call list",
    explanation: "These numbers are on the do-not-call list, so they are not uploaded.",
    statuses: { do_not_call: { phone: "This number is on the do-not-call list." } },
  },
  sent_here: {
    ...leftOut,
    line: "sent_here",
    counted: "already sent to this campaign",
    title: "Already sent to this campaign",
    explanation: "An earlier list sent these numbers to this campaign, so they are not uploaded again.",
    statuses: { sent_here: { phone: "An earlier list sent this number to this campaign." } },
  },
  sent_unsure: {
    ...leftOut,
    line: "sent_unsure",
    counted: "perhaps in this campaign",
    title: "May be in this campaign",
    explanation:
      "We don't know whether an earlier list with these numbers arrived. They are left out unless you upload them again.",
    statuses: { sent_unsure: { phone: "An earlier list with this number may have reached this campaign." } },
  },
  sent_elsewhere: {
    ...leftOut,
    line: "sent_elsewhere",
    counted: "sent to another campaign",
    title: "Sent to another campaign",
    explanation:
      "An earlier list sent these numbers to another campaign. They are left out unless you upload them too.",
    statuses: { sent_elsewhere: { phone: "An earlier list sent this number to another campaign." } },
  },
  left_out: {
    ...leftOut,
    counted: "left out by you",
    title: "Left out by you",
    explanation: "You left these rows out. They are not uploaded. You can put them back.",
    statuses: { left_out: { row: "You left this row out." } },
  },
  blank: {
    ...leftOut,
    bucket: "blank",
    counted: "blank",
    title: "Blank rows",
    explanation: "These rows are empty. They are counted but not uploaded.",
    statuses: { blank: { row: "The row is blank." } },
  },
} satisfies Record<string, GroupEntry>;

function duplicateMessage({ otherRow }: RowDetails) {
  return otherRow
    ? `Row ${formatCount(otherRow)} has the same number and is uploaded.`
    : "Another row has this number.";
}
