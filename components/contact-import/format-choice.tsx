"use client";

import { SelectField } from "@/components/ui/select-field";
import { delimiters, encodingNames, encodings, type Format } from "@/lib/client/contacts/plan";
import type { Workbook } from "./file-state";
import { countWords, delimiterWords, sheetName } from "./file-words";

export type FormatChoiceProps = {
  format: Format;
  workbook?: Workbook | undefined;
  onFormat: (format: Format) => void;
  onSheet: (sheet: number) => void;
};

/** Everything that was guessed about the file, each a select. A workbook says its own encoding and columns. */
export function FormatChoice({ format, workbook, onFormat, onSheet }: FormatChoiceProps) {
  const set = (part: Partial<Format>) => onFormat({ ...format, ...part });
  return (
    <div className="cf-format">
      {workbook ? (
        <SheetChoice workbook={workbook} onSheet={onSheet} />
      ) : (
        <>
          <Choice
            label="Encoding"
            value={format.encoding}
            options={encodings.map((value) => ({ value, label: encodingNames[value] }))}
            onChoose={(encoding) => set({ encoding })}
          />
          <Choice
            label="Between columns"
            value={format.delimiter}
            options={delimiters.map((value) => ({ value, label: delimiterWords[value] }))}
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

export function SheetChoice({ workbook, onSheet }: { workbook: Workbook; onSheet: (sheet: number) => void }) {
  return <Choice label="Sheet" value={workbook.sheet} options={sheetOptions(workbook)} onChoose={onSheet} />;
}

type Option<Value> = { value: Value; label: string };

const firstRowOptions: readonly Option<boolean>[] = [
  { value: true, label: "the header" },
  { value: false, label: "a contact" },
];

const sheetOptions = ({ sheets }: Workbook) => sheets.map((name, value) => ({ value, label: sheetName(name, value) }));

const mostSkipped = 20;

function skipOptions(now: number): Option<number>[] {
  const count = Math.max(mostSkipped, now) + 1;
  return Array.from({ length: count }, (_, value) => ({
    value,
    label: value === 0 ? "none" : countWords(value, "row"),
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
      {options.map((option, at) => (
        <option key={option.label} value={at}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}
