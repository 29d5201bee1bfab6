"use client";

import type { ReactNode } from "react";
import { SelectField } from "@/components/ui/fields/select-field";
import type { Column, Preview } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import { guessesIn, valuesOf, withNamePart } from "@/lib/contacts/messages/mapping-messages";
import type { Mapping } from "@/lib/contacts/plan";

const ends = {
  on: "border-accent bg-[radial-gradient(circle,var(--accent)_0_2.5px,var(--sheet)_3px)]",
  off: "border-edge bg-[radial-gradient(circle,var(--edge)_0_2.5px,var(--sheet)_3px)]",
};

export type FieldCardsProps = {
  preview: Preview;
  mapping: Mapping;
  /** There is no column for names: the numbers stand for them. */
  isNameless: boolean;
  onMapping: (mapping: Mapping) => void;
  onNameless: () => void;
};

/** The two columns that the API takes, and what each is read from. */
export function FieldCards({ preview, mapping, isNameless, onMapping, onNameless }: FieldCardsProps) {
  const { columns } = preview;
  const guesses = guessesIn(preview, mapping);
  const [first = -1] = mapping.name;
  const hasSecond = first >= 0 && columns.length > 1;
  const setName = (index: number) => (column: number) =>
    onMapping({ ...mapping, name: withNamePart(mapping.name, index, column) });

  return (
    <>
      <FieldCard title="phone_number" isGuess={guesses.phone} values={valuesOf(preview, [mapping.phone])}>
        <FieldChoice
          label={<Label of="phone_number" isGuess={guesses.phone} />}
          none="Choose a column"
          end={phoneEnd}
          columns={columns}
          value={mapping.phone}
          hint={mapping.phone < 0 && openHint(preview.guessed.phone, "phone numbers")}
          onChoose={(phone) => onMapping({ ...mapping, phone })}
        />
      </FieldCard>
      <FieldCard title="name" isGuess={guesses.name} values={valuesOf(preview, mapping.name)}>
        <FieldChoice
          label={<Label of="name" isGuess={guesses.name} />}
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
            label={<Label of="name" isSecond />}
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

function openHint(isOneOfMany: boolean, what: string): string {
  return isOneOfMany ? `More than one column could hold the ${what}.` : `No column was recognized for the ${what}.`;
}

const sameHint = ({ phone, name }: Mapping) =>
  name.includes(phone) && "Same column as phone_number: contacts are named by their numbers.";

function Label({ of, isGuess = false, isSecond = false }: { of: string; isGuess?: boolean; isSecond?: boolean }) {
  return (
    <>
      {isSecond ? "and then" : "Column"}
      <span className="sr-only">
        {isSecond ? ", second column" : ""} for {of}
        {isGuess && ", a guess"}
      </span>
    </>
  );
}

type FieldCardProps = { title: string; isGuess: boolean; values: readonly string[]; children: ReactNode };

function FieldCard({ title, isGuess, values, children }: FieldCardProps) {
  return (
    <section className="grid gap-2.5 rounded-2 border border-rule-2 bg-well px-4 pt-3 pb-[13px]" aria-label={title}>
      <h3 className="flex items-center gap-2.5 text-lg font-semibold">
        <code>{title}</code>
        {isGuess && (
          <span className="rounded-1 border border-dashed border-edge px-1.5 text-sm/[18px] font-[550] text-ink-2">
            guess
          </span>
        )}
      </h3>
      {children}
      {values.length > 0 && (
        <p className="flex flex-wrap gap-x-3.5 text-sm/[17px] text-ink-3">
          Reads as{" "}
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
  /** What the select says while the field has no column. */
  none: string;
  end: string;
  columns: readonly Column[];
  /** A column's position, or -1. */
  value: number;
  hint?: ReactNode;
  /** A way without any column: what it is called, and whether it is taken. */
  without?: { words: string; isTaken: boolean; onChoose: () => void };
  onChoose: (column: number) => void;
};

/** Which column a field is read from. The column's connector ends beside it. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <option key={index} value={index}>
            {columnWords(column, index)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

const noColumn = -2;

type ConnectorEndProps = { isOff: boolean; className: string; "data-column"?: number; "data-connector-end"?: string };

/** Where a connector begins or ends. */
export function ConnectorEnd({ isOff, className, ...place }: ConnectorEndProps) {
  return (
    <span
      className={`absolute size-[13px] rounded-full border-2 max-narrow:hidden ${ends[isOff ? "off" : "on"]} ${className}`}
      {...place}
    />
  );
}

export type Point = { x: number; y: number };

/** A column of the file, by position, and the end of its connector. */
export type Join = { column: number; end: string; isGuess: boolean };

const phoneEnd = "phone";
const nameEnd = (index: number) => `name-${index}`;

/** One connector for every column that is sent. A column that is a number and a name has two. */
export function joinsOf(mapping: Mapping, isGuess: { phone: boolean; name: boolean }): Join[] {
  const phone = mapping.phone < 0 ? [] : [{ column: mapping.phone, end: phoneEnd, isGuess: isGuess.phone }];
  return [...phone, ...mapping.name.map((column, index) => ({ column, end: nameEnd(index), isGuess: isGuess.name }))];
}

const minSag = 6;
const maxSag = 34;

/** The path of a connector between two ends: it leaves and arrives level, and sags more the further it climbs or falls. */
export function connectorPath(from: Point, to: Point): string {
  const third = Math.round((to.x - from.x) * 0.38);
  const sag = Math.round(Math.min(maxSag, minSag + Math.abs(to.y - from.y) * 0.16));
  const start = `${round(from.x)} ${round(from.y)}`;
  const leave = `${round(from.x + third)} ${round(from.y + sag)}`;
  const arrive = `${round(to.x - third)} ${round(to.y + sag)}`;
  return `M${start}C${leave} ${arrive} ${round(to.x)} ${round(to.y)}`;
}

const round = (length: number) => Math.round(length * 10) / 10;
