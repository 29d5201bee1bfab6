import { SelectField } from "@/components/ui/fields/select-field";
import type { Book } from "@/lib/contacts/engine";
import { delimiterMessage, joinList } from "@/lib/contacts/messages/file-messages";
import { delimiters, encodingNames, encodings, type Format } from "@/lib/contacts/plan";
import { countOf } from "@/lib/format/format-count";

export type FormatChoiceProps = {
  format: Format;
  book?: Book | undefined;
  onFormat: (format: Format) => void;
  onSheet: (sheet: number) => void;
};

export function FormatChoice({ format, book, onFormat, onSheet }: FormatChoiceProps) {
  const set = (part: Partial<Format>) => onFormat({ ...format, ...part });
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(148px,1fr))] gap-3 max-narrow:grid-cols-[1fr_1fr]">
      {book ? (
        <SheetChoice book={book} onSheet={onSheet} />
      ) : (
        <>
          <Choice
            label="Encoding"
            value={format.encoding}
            options={encodings.map((value) => ({ value, label: encodingNames[value] }))}
            onChoose={(encoding) => set({ encoding })}
          />
          <Choice
            label="Separator"
            value={format.delimiter}
            options={delimiters.map((value) => ({ value, label: delimiterMessage[value] }))}
            onChoose={(delimiter) => set({ delimiter })}
          />
        </>
      )}
      <Choice
        label="Rows to skip above"
        value={format.skippedRows}
        options={skipOptions(format.skippedRows)}
        onChoose={(skippedRows) => set({ skippedRows })}
      />
      <Choice
        label="First row is"
        value={format.hasHeader}
        options={firstRowOptions}
        onChoose={(hasHeader) => set({ hasHeader })}
      />
    </div>
  );
}

export function SheetChoice({ book, onSheet }: { book: Book; onSheet: (sheet: number) => void }) {
  return <Choice label="Sheet" value={book.sheet} options={sheetOptions(book)} onChoose={onSheet} />;
}

type Option<Value> = { value: Value; label: string };

const firstRowOptions: readonly Option<boolean>[] = [
  { value: true, label: "the header" },
  { value: false, label: "a contact" },
];

/** Visible sheets first, each group in workbook order. */
function sheetOptions({ sheets }: Book): Option<number>[] {
  const isHidden = (index: number) => Number(sheets[index]?.visibility !== "visible");
  return sheets
    .map((sheet, value) => ({ value, label: joinList(sheet, value) }))
    .sort((one, other) => isHidden(one.value) - isHidden(other.value));
}

const maxSkipped = 20;

function skipOptions(now: number): Option<number>[] {
  const count = Math.max(maxSkipped, now) + 1;
  return Array.from({ length: count }, (_, value) => ({
    value,
    label: value === 0 ? "none" : countOf(value, "row"),
  }));
}

type ChoiceProps<Value> = {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChoose: (value: Value) => void;
};

function Choice<Value>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <SelectField
      label={label}
      value={options.findIndex((option) => option.value === value)}
      onChange={(event) => {
        const chosen = options[Number(event.target.value)];
        if (chosen) onChoose(chosen.value);
      }}
    >
      {options.map((option, index) => (
        <option key={option.label} value={index}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}
