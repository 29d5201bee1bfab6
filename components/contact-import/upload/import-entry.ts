import type { Report, Written } from "@/lib/contacts/engine";
import type { Plan } from "@/lib/contacts/plan";
import type { beginImport } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/operation";

type EntryInput = { campaign_id: string; fileName: string; written: Written; report: Report; plan: Plan };

/** What the journal keeps of a list: its figures and the rules it was made by. No number and no name of anybody. */
export function importEntry({ campaign_id, fileName, written, report, plan }: EntryInput): InputOf<typeof beginImport> {
  const { format, mapping, rules, edits } = plan;
  return {
    campaign_id,
    file_name: fileName.toWellFormed().replaceAll("\0", "").slice(0, 255),
    sha256: written.sha256,
    rows: written.rows,
    bytes: written.file.size,
    counts: { ...report.counts, tidied: report.rowStatuses.tidied },
    rules: {
      encoding: format.encoding,
      delimiter: format.delimiter,
      skipped_rows: format.skippedRows,
      has_header: format.hasHeader,
      phone_column: mapping.phone + 1,
      name_columns: mapping.name.map((at) => at + 1).join(", "),
      country: rules.country,
      adds_plus: rules.addsPlus,
      drops_extensions: rules.dropsExtensions,
      extra_cells: rules.extraCells,
      uses_suggestions: rules.usesSuggestions.join(", "),
      sends_hidden: rules.sendsHidden,
      keeps: rules.keeps,
      empty_name: rules.emptyName,
      unassigned: rules.unassigned,
      countries: rules.countries?.join(", ") ?? null,
      edited_rows: edits.size,
    },
  };
}
