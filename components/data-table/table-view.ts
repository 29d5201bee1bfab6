"use client";

import { useMemo } from "react";
import { usePreferences } from "@/components/query/use-preferences";
import type { TableChoice } from "@/lib/contract/console/me";
import type { DataColumn } from "./data-columns";

/** How one person likes one table. */
export type TableView = {
  order: string[];
  shown: Record<string, boolean>;
  isCompact: boolean;
};

/** No choice: every column in its own place, in the density of all tables. */
export const noChoice: TableChoice = { hidden: [], order: [] };

/** The saved view of the table called `name`, kept with the person, and shared by everything that names it. */
export function useTableView<Row>(name: string, columns: readonly DataColumn<Row>[]) {
  const { preferences, choose } = usePreferences();
  const saved = preferences.columns[name] ?? noChoice;
  const isCompact = preferences.density === "compact";
  const view = useMemo(() => viewFrom(saved, columns, isCompact), [saved, columns, isCompact]);
  return {
    view,
    change: (part: Partial<TableView>) => choose({ columns: { [name]: choiceOf({ ...view, ...part }) } }),
    reset: () => choose({ columns: { [name]: noChoice } }),
  };
}

/** Reads a saved choice; columns it does not know keep their own place and default. */
export function viewFrom<Row>(
  { order: saved, hidden, compact }: TableChoice,
  columns: readonly DataColumn<Row>[],
  isCompact = false,
): TableView {
  const known = columns.map((column) => column.id);
  const order = saved.filter((id) => known.includes(id));
  for (const [index, id] of known.entries()) if (!order.includes(id)) order.splice(index, 0, id);
  const shown = Object.fromEntries(
    columns.map(({ id, isHiddenAtFirst }) => [id, saved.includes(id) ? !hidden.includes(id) : !isHiddenAtFirst]),
  );
  return { order, shown, isCompact: compact ?? isCompact };
}

/** What is kept of a view. */
export const choiceOf = ({ order, shown, isCompact }: TableView): TableChoice => ({
  order,
  hidden: order.filter((id) => !shown[id]),
  compact: isCompact,
});
