import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import type { DataColumn } from "./data-columns";
import { type TableView, useTableView } from "./table-view";

export type ColumnsMenuProps<Row> = { name: string; columns: readonly DataColumn<Row>[] };

export function ColumnsMenu<Row>({ name, columns }: ColumnsMenuProps<Row>) {
  const { view, change, reset } = useTableView(name, columns);
  return (
    <>
      <ul className="grid min-w-[236px] gap-0.5 overflow-auto p-1.5">
        {view.order.map((id, index) => (
          <ColumnEntry key={id} header={headerOf(columns, id)} id={id} index={index} view={view} onChange={change} />
        ))}
      </ul>
      <Button
        size="small"
        variant="bare"
        icon="undo"
        className="mt-1 flex-none justify-start rounded-[0_0_4px_4px] border-t-rule"
        onClick={reset}
      >
        Reset
      </Button>
    </>
  );
}

type ColumnEntryProps = {
  id: string;
  header: string;
  index: number;
  view: TableView;
  onChange: (part: Partial<TableView>) => void;
};

function ColumnEntry({ id, header, index, view, onChange }: ColumnEntryProps) {
  const shownCount = view.order.filter((column) => view.shown[column]).length;
  const isShown = view.shown[id] ?? true;
  return (
    <li className="flex min-h-7 items-center gap-1 pr-0.5 pl-1.5">
      <Checkbox
        className="flex-1"
        checked={isShown}
        disabled={isShown && shownCount === 1}
        onChange={(event) => onChange({ shown: { ...view.shown, [id]: event.target.checked } })}
      >
        {header}
      </Checkbox>
      <IconButton
        icon="up-small"
        label={`Move ${header} left`}
        disabled={index === 0}
        onClick={() => onChange({ order: moved(view.order, index, -1) })}
      />
      <IconButton
        icon="down"
        label={`Move ${header} right`}
        disabled={index === view.order.length - 1}
        onClick={() => onChange({ order: moved(view.order, index, 1) })}
      />
    </li>
  );
}

const headerOf = <Row,>(columns: readonly DataColumn<Row>[], id: string) =>
  columns.find((column) => column.id === id)?.header ?? id;

function moved(order: readonly string[], index: number, by: number): string[] {
  const next = [...order];
  const [column] = next.splice(index, 1);
  if (column !== undefined) next.splice(index + by, 0, column);
  return next;
}
