import { usePreferences } from "@/components/query/use-preferences";
import type { TableChoice } from "@/lib/contract/inputs/preferences";
import type { DataColumn } from "./data-columns";

export type TableView = {
  order: string[];
  shown: Record<string, boolean>;
  isCompact: boolean;
};

/** Default settings: original column order and global density. */
export const noChoice: TableChoice = { hidden: [], order: [] };

export function useTableView<Row>(name: string, columns: readonly DataColumn<Row>[]) {
  const { preferences, choose } = usePreferences();
  const saved = preferences.columns[name] ?? noChoice;
  const isCompact = preferences.density === "compact";
  const view = viewFrom(saved, columns, isCompact);
  return {
    view,
    change: (part: Partial<TableView>) => choose({ columns: { [name]: choiceOf({ ...view, ...part }) } }),
    reset: () => choose({ columns: { [name]: noChoice } }),
  };
}

/** Applies saved settings. New columns keep their original position and default. */
export function viewFrom<Row>(
  { order: saved, hidden, compact }: TableChoice,
  columns: readonly DataColumn<Row>[],
  isCompact = false,
): TableView {
  const ids = columns.map((column) => column.id);
  const order = saved.filter((id) => ids.includes(id));
  for (const [index, id] of ids.entries()) if (!order.includes(id)) order.splice(index, 0, id);
  const shown = Object.fromEntries(
    columns.map(({ id, isHiddenAtFirst }) => [id, saved.includes(id) ? !hidden.includes(id) : !isHiddenAtFirst]),
  );
  return { order, shown, isCompact: compact ?? isCompact };
}

export const choiceOf = ({ order, shown, isCompact }: TableView): TableChoice => ({
  order,
  hidden: order.filter((id) => !shown[id]),
  compact: isCompact,
});
