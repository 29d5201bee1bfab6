import type { Report, Written } from "@/lib/contacts/engine";
import type { Plan } from "@/lib/contacts/plan";
import type { SentAgain } from "@/lib/contract/console/contact-lists";
import type { beginImport } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/inputs";
import type { Comparison } from "./compare-list";

type EntryInput = {
  campaign_id: string;
  fileName: string;
  written: Written;
  report: Report;
  plan: Plan;
  comparison: Pick<Comparison, "list_id">;
  sendsAgain: readonly SentAgain[];
};

/** Journal entry of a list: counts and rules, but no phone number or name. */
export function importEntry({
  campaign_id,
  fileName,
  written,
  report,
  plan,
  ...compared
}: EntryInput): InputOf<typeof beginImport> {
  const { format, mapping, rules, edits } = plan;
  return {
    campaign_id,
    list_id: compared.comparison.list_id,
    sends_again: [...compared.sendsAgain],
    file_name: fileName.toWellFormed().replaceAll("\0", "").slice(0, 255),
    sha256: written.sha256,
    rows: written.rows,
    bytes: written.file.size,
    counts: {
      ...report.counts,
      tidied: report.rowStatuses.tidied,
      excluded: report.rowStatuses.excluded + report.rowStatuses.refusal + report.rowStatuses.barred,
      do_not_call: report.rowStatuses.do_not_call,
      sent_here: report.rowStatuses.sent_here,
      sent_unsure: report.rowStatuses.sent_unsure,
      sent_elsewhere: report.rowStatuses.sent_elsewhere,
    },
    rules: {
      encoding: format.encoding,
      delimiter: format.delimiter,
      skipped_rows: format.skippedRows,
      has_header: format.hasHeader,
      phone_column: mapping.phone + 1,
      second_phone_column: mapping.fallback === undefined ? null : mapping.fallback + 1,
      name_columns: mapping.name.map((index) => index + 1).join(", "),
      country: rules.country,
      extra_cells: rules.extraCells,
      uses_suggestions: rules.usesSuggestions.join(", "),
      sends_hidden: rules.sendsHidden,
      keeps: rules.keeps,
      empty_name: rules.emptyName,
      countries: rules.countries?.join(", ") ?? null,
      // Without the values, because a column may hold names.
      only_columns: rules.only.flatMap(({ column, values }) => (values ? column + 1 : [])).join(", "),
      edited_rows: edits.size,
    },
  };
}
