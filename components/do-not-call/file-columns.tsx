import { CountryCard } from "@/components/list-file/country-card";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { SelectField } from "@/components/ui/fields/select-field";
import { blockedCount, otherNumberColumns, unreadRows } from "@/lib/contacts/block-list";
import type { ContactEngine, CountryChoice, Report } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import { countOf, formatCount } from "@/lib/format/format-count";
import type { BlockFile, useBlockFile } from "./use-block-file";

type FileColumnsProps = {
  engine: ContactEngine;
  countries: readonly CountryChoice[];
  list: BlockFile;
  report: Report | undefined;
  onChange: ReturnType<typeof useBlockFile>["change"];
};

export function FileColumns({ engine, countries, list, report, onChange }: FileColumnsProps) {
  const { preview, mapping, country } = list;
  const options = preview.columns.map((column, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
    <option key={index} value={index}>
      {columnWords(column, index)}
    </option>
  ));
  const setArea = (value: number) => {
    const { area, ...others } = mapping;
    onChange({ mapping: value < 0 ? others : { ...others, area: value } });
  };
  return (
    <>
      {preview.columns.length > 1 && (
        <div className="grid grid-cols-2 gap-2.5 max-narrow:grid-cols-1">
          <SelectField
            label="Numbers"
            value={mapping.phone}
            onChange={({ target }) => {
              const { others: _, ...rest } = mapping;
              onChange({ mapping: { ...rest, phone: Number(target.value) } });
            }}
          >
            {mapping.phone < 0 && <option value={-1}>Choose a column</option>}
            {options}
          </SelectField>
          <SelectField
            label="Area codes"
            value={mapping.area ?? -1}
            onChange={({ target }) => setArea(Number(target.value))}
          >
            <option value={-1}>In the number</option>
            {options}
          </SelectField>
        </div>
      )}
      <OtherNumbers list={list} onChange={onChange} />
      {report && (report.origins.uncoded > 0 || report.origins.named.length > 0 || country !== null) && (
        <CountryCard
          engine={engine}
          origins={report.origins}
          column={preview.columns[mapping.country ?? -1]?.name}
          country={country}
          countries={countries}
          onCountry={(code) => onChange({ country: code })}
        />
      )}
      <div role="status" className="min-h-10">
        {report ? <Counts report={report} /> : mapping.phone >= 0 && "Reading…"}
      </div>
    </>
  );
}

type OtherNumbersProps = { list: BlockFile; onChange: FileColumnsProps["onChange"] };

/** A person has several numbers. All of them are blocked, or it says which are not. */
function OtherNumbers({ list: { preview, mapping }, onChange }: OtherNumbersProps) {
  const found = otherNumberColumns(preview, mapping);
  if (found.length === 0) return undefined;
  const { others = found } = mapping;
  const missing = found.filter((column) => !others.includes(column));
  const nameOf = (column: number) => columnWords(preview.columns[column], column);
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Other columns with numbers, blocked too</legend>
      <div className="flex flex-wrap gap-2">
        {found.map((column) => (
          <Checkbox
            key={column}
            checked={others.includes(column)}
            onChange={({ target }) =>
              onChange({
                mapping: {
                  ...mapping,
                  others: target.checked ? [...others, column] : others.filter((other) => other !== column),
                },
              })
            }
          >
            {nameOf(column)}
          </Checkbox>
        ))}
      </div>
      {missing.length > 0 && (
        <p className="mt-1 text-wait-ink">
          Numbers in {missing.map(nameOf).join(", ")} are not added. They can still be called.
        </p>
      )}
    </fieldset>
  );
}

function Counts({ report }: { report: Report }) {
  const { toFix, duplicate } = report.counts;
  const { rounded } = report.rowStatuses;
  return (
    <>
      <p>
        <b className="font-semibold">{countOf(blockedCount(report), "number")}</b>
        {report.otherNumbers > 0 && ` in ${countOf(report.counts.sent, "row")}`}
        {duplicate > 0 && `, ${formatCount(duplicate)} more repeat one`}.
        {rounded > 0 && ` ${formatCount(rounded)} end in zeros, as after rounding by a spreadsheet: check the file.`}
      </p>
      {report.unread > 0 && (
        <p className="text-wait-ink">
          {countOf(report.unread, "more cell")} in these rows could not be read as a number.
        </p>
      )}
      {toFix > 0 && (
        <>
          <p className="text-wait-ink">{countOf(toFix, "row")} could not be read as a number. The first:</p>
          <ul className="text-sm/[19px] text-ink-2">
            {unreadRows(report).map(({ row, phone }) => (
              <li key={row}>
                Row {formatCount(row)}: {phone.trim() ? `“${phone.slice(0, 60)}”` : "empty"}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
