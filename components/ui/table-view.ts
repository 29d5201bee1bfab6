"use client";

import { useMemo, useSyncExternalStore } from "react";
import type { DataColumn } from "./data-columns";

/** How one person likes one table. */
export type TableView = {
  order: string[];
  shown: Record<string, boolean>;
  isCompact: boolean;
};

const PREFIX = "switchboard.table.";
const unset = "";
const listeners = new Set<() => void>();
// Where storage is barred (private windows, policies) a choice still holds for this visit.
const unsaved = new Map<string, string>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The saved view of the table called `name`, shared by everything on the page that names it. */
export function useTableView<Row>(name: string, columns: readonly DataColumn<Row>[]) {
  const saved = useSyncExternalStore(
    subscribe,
    () => readText(name),
    () => unset,
  );
  const view = useMemo(() => viewFrom(saved, columns), [saved, columns]);
  return {
    view,
    change: (part: Partial<TableView>) => writeText(name, JSON.stringify({ ...view, ...part })),
    reset: () => writeText(name, unset),
  };
}

/** Reads a saved view; columns it does not know keep their own place and default. */
export function viewFrom<Row>(saved: string, columns: readonly DataColumn<Row>[]): TableView {
  const stored = parseView(saved);
  const known = columns.map((column) => column.id);
  const order = (stored.order ?? []).filter((id) => known.includes(id));
  for (const [at, id] of known.entries()) if (!order.includes(id)) order.splice(at, 0, id);
  const shown = Object.fromEntries(
    columns.map((column) => [column.id, stored.shown?.[column.id] ?? !column.isHiddenAtFirst]),
  );
  return { order, shown, isCompact: stored.isCompact ?? false };
}

function parseView(saved: string): Partial<TableView> {
  if (saved === unset) return {};
  try {
    const { order, shown, isCompact }: Record<string, unknown> = Object(JSON.parse(saved));
    return {
      ...(Array.isArray(order) ? { order: order.filter((id) => typeof id === "string") } : {}),
      ...(typeof shown === "object" && shown !== null ? { shown: flags(shown) } : {}),
      ...(typeof isCompact === "boolean" ? { isCompact } : {}),
    };
  } catch {
    return {};
  }
}

const flags = (shown: object) =>
  Object.fromEntries(
    Object.entries(shown).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"),
  );

function readText(name: string): string {
  const here = unsaved.get(name);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(PREFIX + name) ?? unset;
  } catch {
    return unset;
  }
}

function writeText(name: string, text: string) {
  try {
    if (text === unset) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
  } catch {
    unsaved.set(name, text);
  }
  for (const listener of listeners) listener();
}
