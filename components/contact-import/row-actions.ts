import type { Edit } from "@/lib/contacts/plan";
import type { RowPages } from "./row-pages";

export type RowActions = { use: (index: number) => void; leave: (index: number) => void; edit: EditAt };
type EditAt = (index: number, change: Edit) => void;

/** What can be done to a row of the listing by its place there. */
export function rowActions(pages: RowPages, onEdit: (row: number, change: Edit) => boolean): RowActions {
  const edit: EditAt = (index, change) => {
    const row = pages.rowAt(index);
    if (row) onEdit(row.row, change);
  };
  return {
    edit,
    use: (index) => {
      const { suggestion, field = "phone" } = pages.rowAt(index) ?? {};
      if (suggestion) edit(index, field === "name" ? { name: suggestion } : { phone: suggestion });
    },
    leave: (index) => edit(index, { isLeftOut: pages.rowAt(index)?.verdict !== "left_out" }),
  };
}
