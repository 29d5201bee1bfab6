"use client";

import { memo, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Lamp } from "@/components/ui/lamp";
import type { RowView } from "@/lib/client/contacts/engine";
import { type AfterSave, CellInput } from "./cell-input";
import { becomesOf, isBadField, readingOfRow, rowSentence } from "./row-words";
import type { GridCell, GridColumn } from "./use-grid-keys";

export type RowHandlers = {
  focus: (cell: GridCell) => void;
  edit: (cell: GridCell) => void;
  use: (index: number) => void;
  leave: (index: number) => void;
  /** Without a value nothing is changed. */
  save: (cell: GridCell, value: string | undefined, next: AfterSave) => void;
};

export type RowsGridRowProps = {
  index: number;
  /** Undefined while it is being read. */
  row: RowView | undefined;
  /** The column whose cell is in the tab order, where this row holds it. */
  stop: GridColumn | undefined;
  isActive: boolean;
  editing: "phone" | "name" | undefined;
  handlers: RowHandlers;
};

export const RowsGridRow = memo(function RowsGridRow(props: RowsGridRowProps) {
  const { index, row, stop, isActive, handlers } = props;
  const saysId = `says-${index}`;
  const cell = (column: GridColumn) => ({
    "data-column": column,
    tabIndex: stop === column ? 0 : -1,
    onFocus: () => handlers.focus({ index, column }),
  });
  return (
    <tr data-index={index} aria-rowindex={index + 2} aria-selected={isActive} aria-busy={!row || undefined}>
      <th {...cell("row")} scope="row" className="num faint g-n">
        {row?.row.toLocaleString("en-US")}
        <span hidden id={saysId}>
          {row && rowSentence(row)}
        </span>
      </th>
      <TextCell {...props} {...{ column: "phone", saysId }} cell={cell("phone")} />
      <TextCell {...props} {...{ column: "name", saysId }} cell={cell("name")} />
      <td {...cell("becomes")} className="g-s" aria-describedby={saysId}>
        {row && <BecomesText row={row} />}
      </td>
      <ActionCell column="use" cell={cell("use")} className="g-a">
        {row?.suggestion && becomesOf(row).kind === "suggestion" && (
          <Button
            variant="bare"
            size="small"
            tabIndex={stop === "use" ? 0 : -1}
            aria-label={`Use ${row.suggestion}`}
            onClick={() => handlers.use(index)}
          >
            Use
          </Button>
        )}
      </ActionCell>
      <ActionCell column="leave" cell={cell("leave")} className="g-a g-out">
        {row && (
          <Button
            variant="bare"
            size="small"
            tabIndex={stop === "leave" ? 0 : -1}
            aria-label={`${row.verdict === "left_out" ? "Put back" : "Leave out"} row ${row.row}`}
            onClick={() => handlers.leave(index)}
          >
            {row.verdict === "left_out" ? "Put back" : "Leave out"}
          </Button>
        )}
      </ActionCell>
    </tr>
  );
});

type CellProps = { "data-column": GridColumn; tabIndex: number; onFocus: () => void };
type ActionCellProps = { column: GridColumn; cell: CellProps; className: string; children: ReactNode };

/** The button takes the cell's place in the tab order, where there is one. */
function ActionCell({ cell, className, children }: ActionCellProps) {
  const { tabIndex, ...rest } = cell;
  return (
    <td {...rest} className={className} tabIndex={children ? undefined : tabIndex}>
      {children}
    </td>
  );
}

type TextCellProps = RowsGridRowProps & { column: "phone" | "name"; saysId: string; cell: CellProps };

function TextCell({ index, row, column, editing, handlers, saysId, cell }: TextCellProps) {
  const text = row?.[column] ?? "";
  const isBad = row !== undefined && isBadField(row, column);
  const isOpen = row !== undefined && editing === column;
  const place = column === "phone" ? "g-p" : "g-name";
  const look = `cell ${column === "name" ? "name" : ""} ${isBad ? "bad" : ""}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of its cells
    <td
      {...cell}
      className={place}
      aria-describedby={saysId}
      aria-invalid={isBad || undefined}
      onClick={() => row && !isOpen && handlers.edit({ index, column })}
    >
      {isOpen ? (
        <CellInput
          key={row.row}
          value={text}
          label={`${column === "phone" ? "phone_number" : "name"}, row ${row.row}`}
          saysId={saysId}
          className={look}
          onSave={(value, next) => handlers.save({ index, column }, value, next)}
        />
      ) : (
        <span className={look} title={text}>
          {text === "" && row ? <span className="faint">empty</span> : text}
        </span>
      )}
    </td>
  );
}

export function BecomesText({ row }: { row: RowView }) {
  const { kind, text } = becomesOf(row);
  return (
    <span className="sug-l">
      <Lamp reading={readingOfRow(row)} tinted />
      {kind === "words" ? (
        <span className="trunc dim" title={text}>
          {text}
        </span>
      ) : (
        <span className={`trunc ${kind === "suggestion" ? "sug" : "sug sent"}`} title={text}>
          {text}
        </span>
      )}
    </span>
  );
}
