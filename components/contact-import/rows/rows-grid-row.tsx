// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens change `display`, which removes native table roles
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the same, and the cells are focusable
import { buttonClass } from "@/components/ui/buttons/button-class";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import type { RowView } from "@/lib/contacts/engine";
import { formatCount } from "@/lib/format/format-count";
import { CellInput, cellBox } from "./cell-input";
import { becomesOf, isBadField, isLeftOut, rowSentence, toneOfRow } from "./row-messages";
import type { CellSave, EditedCell, GridColumn } from "./use-grid-cells";

type RowsGridRowProps = {
  index: number;
  row: RowView | undefined;
  /** Column of the cell in the tab order; undefined if another row has it. */
  stop: GridColumn | undefined;
  isActive: boolean;
  editing: EditedCell | undefined;
  onSave: (save: CellSave) => void;
};

/** A row of the grid. The grid handles its keys and clicks by event delegation. */
export function RowsGridRow(props: RowsGridRowProps) {
  const { index, row, stop, isActive } = props;
  const message = row ? rowSentence(row) : "";
  const messageId = message === "" ? undefined : `message-${index}`;
  const suggestion = row && becomesOf(row).kind === "suggestion" ? row.suggestion : undefined;
  const tab = (column: GridColumn) => (column === stop ? 0 : -1);
  return (
    <tr
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isActive}
      aria-busy={!row || undefined}
      className={narrowRow}
    >
      <th
        data-column="row"
        role="rowheader"
        tabIndex={tab("row")}
        scope="row"
        className={`${cell} narrow:text-right max-narrow:text-ink-3`}
      >
        {row && formatCount(row.row)}
        {messageId && (
          <span hidden id={messageId}>
            {message}
          </span>
        )}
      </th>
      <TextCell {...props} column="phone" messageId={messageId} tabIndex={tab("phone")} />
      <TextCell {...props} column="name" messageId={messageId} tabIndex={tab("name")} />
      <BecomesCell row={row} messageId={messageId} tabIndex={tab("becomes")} />
      {/* A button is in the tab order instead of its cell. */}
      <td
        data-column="use"
        role="gridcell"
        tabIndex={suggestion ? undefined : tab("use")}
        className={`${buttonCell} max-narrow:col-start-4 max-narrow:row-start-2`}
      >
        {suggestion && (
          <button
            type="button"
            className={`${rowButtonClass} max-mid:px-1.5 max-narrow:h-10 max-narrow:w-11`}
            tabIndex={tab("use")}
            aria-label={`Use ${suggestion}`}
          >
            Use
          </button>
        )}
      </td>
      <td
        data-column="leave"
        role="gridcell"
        tabIndex={row ? undefined : tab("leave")}
        className={`${buttonCell} pr-3 max-narrow:col-start-4 max-narrow:row-start-1`}
      >
        {row && <LeaveButton row={row} tabIndex={tab("leave")} />}
      </td>
    </tr>
  );
}

// Clicking also focuses a cell, so it needs a focus ring without :focus-visible.
const focused = "focus:outline-2 focus:-outline-offset-2 focus:outline-focus";
const anyCell = `h-8 max-w-none max-mid:px-2.5 max-narrow:h-10 max-narrow:px-0 ${focused}`;
const cell = `max-narrow:[line-height:40px] ${anyCell}`;
const buttonCell = `h-8 max-w-none overflow-visible px-1 max-narrow:h-10 max-narrow:p-0 ${focused}`;

/** On narrow screens number, name and *Leave out* are above, and below them what becomes of the row. */
const narrowRow =
  "max-narrow:h-(--narrow-row) max-narrow:grid-cols-[52px_minmax(0,1fr)_minmax(0,1fr)_44px] max-narrow:content-center max-narrow:gap-x-2 max-narrow:py-0";

const rowButtonClass = buttonClass({ variant: "bare", size: "small" });

/** Narrow screens show a sign instead of the words, which stay for screen readers. */
const signLook =
  "max-mid:w-6.5 max-mid:px-0 max-mid:text-[0px] max-mid:before:text-[17px] max-mid:before:leading-none max-narrow:h-10 max-narrow:w-11";

function LeaveButton({ row, tabIndex }: { row: RowView; tabIndex: number }) {
  const isOut = isLeftOut(row);
  const words = isOut ? "Put back" : "Leave out";
  return (
    <button
      type="button"
      className={`${rowButtonClass} ${signLook} ${isOut ? `max-mid:before:content-["+"_/_""]` : `max-mid:before:content-["×"_/_""]`}`}
      tabIndex={tabIndex}
      title={words}
      aria-label={`${words} row ${row.row}`}
    >
      {words}
    </button>
  );
}

type TextCellProps = RowsGridRowProps & {
  column: "phone" | "name";
  messageId: string | undefined;
  tabIndex: number;
};

function TextCell({ index, row, column, editing, onSave, messageId, tabIndex }: TextCellProps) {
  const text = row?.[column] ?? "";
  const isBad = row !== undefined && isBadField(row, column);
  const isOpen = row !== undefined && editing?.row === row.row && editing.column === column;
  return (
    <td
      data-column={column}
      role="gridcell"
      tabIndex={tabIndex}
      className={`${cell} cursor-cell max-narrow:row-start-1 ${column === "phone" ? `${mono} max-narrow:col-start-2` : "max-narrow:col-start-3"}`}
      title={titleOf(text)}
      aria-describedby={messageId}
      aria-invalid={isBad || undefined}
    >
      {isOpen ? (
        <CellInput
          key={row.row}
          value={text}
          start={editing.start}
          label={`${column === "phone" ? "Phone number" : "Name"}, row ${row.row}`}
          isPhone={column === "phone"}
          messageId={messageId}
          onSave={(value, next) => onSave({ index, row: row.row, column, value, next })}
        />
      ) : isBad ? (
        <span className={cellBox("bad")}>{text === "" ? <Empty /> : text}</span>
      ) : (
        text || (row && <Empty />)
      )}
    </td>
  );
}

const Empty = () => <span className="text-ink-3">empty</span>;

const mono = "font-mono text-[12.5px] tracking-[-0.02em]";

const resultClass = { suggestion: `${mono} text-ink`, sent: `${mono} text-ink`, words: "text-ink-2" };

type BecomesCellProps = { row: RowView | undefined; messageId: string | undefined; tabIndex: number };

function BecomesCell({ row, messageId, tabIndex }: BecomesCellProps) {
  const becomes = row && becomesOf(row);
  return (
    <td
      data-column="becomes"
      role="gridcell"
      tabIndex={tabIndex}
      className={`${anyCell} [&_svg]:mr-1 [&_svg]:inline-block [&_svg]:align-[-2px] max-narrow:col-[1/span_3] max-narrow:row-start-2 max-narrow:grid max-narrow:content-center max-narrow:[line-height:18px] max-narrow:whitespace-normal ${becomes ? resultClass[becomes.kind] : ""} ${becomes?.kind === "words" ? "text-sm/5" : ""}`}
      title={becomes && titleOf(becomes.text)}
      aria-describedby={messageId}
    >
      {row && becomes && (
        <span className="max-narrow:line-clamp-2">
          <StatusIcon tone={toneOfRow(row)} tinted /> {becomes.text}
        </span>
      )}
    </td>
  );
}

const shortText = 20;

const titleOf = (text: string) => (text.length > shortText ? text : undefined);
