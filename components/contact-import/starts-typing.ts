import type { GridColumn } from "./use-grid-keys";

export type Typed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** Small letters that stay commands of the grid: next, back, next problem, use, leave out. */
const commands = new Set(["j", "k", "n", "u", "d"]);

/** Whether a key pressed on a selected cell is the first character of what shall stand in it instead. */
export function startsTyping({ key, ctrlKey, metaKey, altKey }: Typed, column: GridColumn): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (column !== "phone" && column !== "name") return false;
  // Names of keys, such as Enter, are longer than one character; the space bar scrolls.
  return [...key].length === 1 && key !== " " && !commands.has(key);
}
