import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TextField } from "@/components/ui/fields/field";
import type { RowView } from "@/lib/contacts/engine";
import { formatCount } from "@/lib/format/format-count";
import { becomesOf, isBadField, isLeftOut, leftOutEdit, rowSentence, suggestedEdit, toneOfRow } from "./row-messages";
import type { RowsGridProps } from "./rows-grid";
import { resultClass } from "./rows-grid-row";

/** Edits one row at a time on screens too narrow for the grid. */
export function RowEditor({ rows, onEdit }: RowsGridProps) {
  const { count = 0, jump } = rows;
  const [position, setPosition] = useState({ jump, index: jump.index });
  const index = position.jump === jump ? position.index : jump.index;
  const row = rows.rowAt(index);
  const go = (next: number) => setPosition({ jump, index: next });

  useEffect(() => rows.show(index, index), [rows, index]);

  return (
    <div className="grid gap-3 px-(--gutter) pt-1 pb-4">
      <div className="flex min-w-0 items-center gap-2">
        <h4 className="min-w-0 flex-1 font-semibold">{row ? `Row ${formatCount(row.row)}` : "Loading the row…"}</h4>
        <span className="text-sm/[17px] text-ink-3" role="status">
          {formatCount(index + 1)} of {formatCount(count)}
        </span>
      </div>
      {row && <RowFields key={row.row} {...{ row, onEdit }} />}
      <div className="flex min-w-0 items-center gap-2">
        <Button icon="left" className="flex-1" disabled={index === 0} onClick={() => go(index - 1)}>
          Row before
        </Button>
        <Button className="flex-1" disabled={index >= count - 1} onClick={() => go(index + 1)}>
          Next row
        </Button>
      </div>
    </div>
  );
}

type RowFieldsProps = { row: RowView; onEdit: RowsGridProps["onEdit"] };

function RowFields({ row, onEdit }: RowFieldsProps) {
  const phone = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const message = rowSentence(row);
  const errorOf = (column: "phone" | "name") => (isBadField(row, column) ? row.message : undefined);
  const isShownAtField = isBadField(row, "phone") || isBadField(row, "name");
  const isOut = isLeftOut(row);

  function save(column: "phone" | "name", typed: string | undefined) {
    if (typed !== undefined && typed !== row[column]) onEdit(row.row, { [column]: typed });
  }

  return (
    <form
      className="grid gap-3 [&_label]:font-mono [&_label]:text-sm/[18px] [&_label]:font-normal [&_label]:tracking-[-0.02em] [&_label]:normal-nums"
      onSubmit={(event) => {
        event.preventDefault();
        save("phone", phone.current?.value);
        save("name", name.current?.value);
      }}
    >
      <TextField
        key={`phone ${row.phone}`}
        ref={phone}
        label="phone_number"
        inputMode="tel"
        autoComplete="off"
        defaultValue={row.phone}
        error={errorOf("phone")}
        onBlur={(event) => save("phone", event.target.value)}
      />
      <TextField
        key={`name ${row.name}`}
        ref={name}
        label="name"
        autoComplete="off"
        defaultValue={row.name}
        error={errorOf("name")}
        onBlur={(event) => save("name", event.target.value)}
      />
      {!isShownAtField && <p>{message === "" ? <BecomesText row={row} /> : message}</p>}
      <div className="flex min-w-0 items-center gap-2">
        {becomesOf(row).kind === "suggestion" && (
          <Button icon="check" onClick={() => onEdit(row.row, suggestedEdit(row))}>
            Use {row.suggestion}
          </Button>
        )}
        <Button variant="bare" onClick={() => onEdit(row.row, leftOutEdit(row))}>
          {isOut ? "Put back" : "Leave out"}
        </Button>
        <button type="submit" className="sr-only" tabIndex={-1}>
          Save
        </button>
      </div>
    </form>
  );
}

function BecomesText({ row }: { row: RowView }) {
  const { kind, text } = becomesOf(row);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <StatusIcon tone={toneOfRow(row)} tinted />
      <span className={`block min-w-0 truncate ${resultClass[kind]}`} title={text}>
        {text}
      </span>
    </span>
  );
}
