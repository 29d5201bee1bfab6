"use client";

import type { ReactNode } from "react";
import { SelectField } from "@/components/ui/select-field";
import type { Column } from "@/lib/contacts/engine";
import { columnWords } from "./file-words";

export type FieldChoiceProps = {
  label: ReactNode;
  /** What the select says while the field has no column. */
  none: string;
  socket: string;
  columns: readonly Column[];
  /** A column's position, or -1. */
  value: number;
  hint?: ReactNode;
  /** A way without any column: what it is called, and whether it is taken. */
  without?: { words: string; isTaken: boolean; onChoose: () => void };
  onChoose: (column: number) => void;
};

/** Which column a field is read from. The jack beside it is where the column's cord ends. */
export function FieldChoice({ label, none, socket, columns, value, hint, without, onChoose }: FieldChoiceProps) {
  return (
    <div className="cf-field">
      <span className={value < 0 ? "pj off" : "pj"} data-socket={socket} />
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
        {columns.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <option key={at} value={at}>
            {columnWords(column, at)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

const noColumn = -2;
