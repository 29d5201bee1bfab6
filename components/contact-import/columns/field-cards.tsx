import type { ReactNode } from "react";
import { SelectField } from "@/components/ui/fields/select-field";
import type { Column, Preview } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import { guessesIn, numbersOf, valuesOf, withNamePart } from "@/lib/contacts/messages/mapping-messages";
import type { Mapping } from "@/lib/contacts/plan";
import { ConnectorEnd, nameEnd, phoneEnd, secondPhoneEnd } from "./column-board";

export type FieldCardsProps = {
  preview: Preview;
  mapping: Mapping;
  isNameless: boolean;
  onMapping: (mapping: Mapping) => void;
  onNameless: () => void;
};

export function FieldCards({ preview, mapping, isNameless, onMapping, onNameless }: FieldCardsProps) {
  const { columns } = preview;
  const guesses = guessesIn(preview, mapping);
  const word = preview.isRemembered ? "as last time" : "guess";
  const [first = -1] = mapping.name;
  const hasSecond = first >= 0 && columns.length > 1;
  const setName = (index: number) => (column: number) =>
    onMapping({ ...mapping, name: withNamePart(mapping.name, index, column) });

  return (
    <>
      <FieldCard title="Phone number" guess={guesses.phone && word} values={numbersOf(preview, mapping)}>
        <FieldChoice
          label={<Label field="phone number" isGuess={guesses.phone} />}
          none="Choose a column"
          end={phoneEnd}
          columns={columns}
          value={mapping.phone}
          hint={mapping.phone < 0 && openHint(preview.guessed.phone, "phone numbers")}
          onChoose={(phone) => onMapping(withPhones(mapping, phone, mapping.fallback))}
        />
        {mapping.phone >= 0 && columns.length > 1 && (
          <FieldChoice
            label={<Label field="phone number" words="If it cannot be called, use" />}
            none="no other column"
            end={secondPhoneEnd}
            columns={columns}
            value={mapping.fallback ?? -1}
            onChoose={(fallback) => onMapping(withPhones(mapping, mapping.phone, fallback))}
          />
        )}
      </FieldCard>
      <FieldCard title="Name" guess={guesses.name && word} values={valuesOf(preview, mapping.name)}>
        <FieldChoice
          label={<Label field="name" isGuess={guesses.name} />}
          none="Choose a column"
          end={nameEnd(0)}
          columns={columns}
          value={first}
          without={{ words: "none: use the number as the name", isTaken: isNameless, onChoose: onNameless }}
          hint={first < 0 ? !isNameless && openHint(preview.guessed.name, "names") : sameHint(mapping)}
          onChoose={setName(0)}
        />
        {hasSecond && (
          <FieldChoice
            label={<Label field="name" words="and then" />}
            none="nothing more"
            end={nameEnd(1)}
            columns={columns}
            value={mapping.name[1] ?? -1}
            onChoose={setName(1)}
          />
        )}
      </FieldCard>
    </>
  );
}

function openHint(isOneOfMany: boolean, values: string): string {
  return isOneOfMany ? `More than one column could hold the ${values}.` : `No column was recognized for the ${values}.`;
}

const sameHint = ({ phone, name }: Mapping) =>
  name.includes(phone) && "Same column as the phone number: contacts are named by their numbers.";

/** `fallback` is -1 for none. A column is used once. */
function withPhones({ fallback: _, ...mapping }: Mapping, phone: number, fallback = -1): Mapping {
  return { ...mapping, phone, ...(fallback < 0 || fallback === phone ? {} : { fallback }) };
}

function Label({ field, isGuess = false, words }: { field: string; isGuess?: boolean; words?: string }) {
  return (
    <>
      {words ?? "Column"}
      <span className="sr-only">
        {words === undefined ? "" : ", second column"} for {field}
        {isGuess && ", a guess"}
      </span>
    </>
  );
}

type FieldCardProps = { title: string; guess: string | false; values: readonly string[]; children: ReactNode };

function FieldCard({ title, guess, values, children }: FieldCardProps) {
  return (
    <section className="grid gap-2.5 rounded-2 border border-rule-2 bg-well px-4 pt-3 pb-[13px]" aria-label={title}>
      <h3 className="flex items-center gap-2.5 text-lg font-semibold">
        {title}
        {guess && (
          <span className="rounded-1 border border-dashed border-edge px-1.5 text-sm/[18px] font-[550] text-ink-2">
            {guess}
          </span>
        )}
      </h3>
      {children}
      {values.length > 0 && (
        <p className="flex flex-wrap gap-x-3.5 text-sm/[17px] text-ink-3">
          Read as{" "}
          {values.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat and never move
            <span className="text-ink wrap-anywhere" key={index}>
              {value}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

type FieldChoiceProps = {
  label: ReactNode;
  none: string;
  end: string;
  columns: readonly Column[];
  /** Index of the mapped column; -1 without one. */
  value: number;
  hint?: ReactNode;
  without?: { words: string; isTaken: boolean; onChoose: () => void };
  onChoose: (column: number) => void;
};

function FieldChoice({ label, none, end, columns, value, hint, without, onChoose }: FieldChoiceProps) {
  return (
    <div className="relative">
      <ConnectorEnd isOff={value < 0} className="top-9 -left-6 z-1 bg-sheet" data-connector-end={end} />
      <SelectField
        label={label}
        hint={hint}
        value={without?.isTaken ? noColumn : value}
        onChange={({ target }) =>
          Number(target.value) === noColumn ? without?.onChoose() : onChoose(Number(target.value))
        }
      >
        <option value={-1}>{none}</option>
        {without && <option value={noColumn}>{without.words}</option>}
        {columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their index
          <option key={index} value={index}>
            {columnWords(column, index)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

const noColumn = -2;
