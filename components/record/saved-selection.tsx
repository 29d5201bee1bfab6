"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { Checkbox } from "@/components/ui/fields/checkbox";
import type { SelectedRecord } from "./bulk-saved";

const BulkSaved = deferred(async () => (await import("./bulk-saved")).BulkSaved);

type Selection = {
  shown: readonly SelectedRecord[];
  refs: ReadonlySet<string>;
  choose: (refs: readonly string[], isIn: boolean) => void;
};

const SelectionContext = createContext<Selection>({ shown: [], refs: new Set(), choose: () => {} });

type SavedSelectionProps = {
  resource: string;
  /** In words: "tools". */
  plural: string;
  shown: readonly SelectedRecord[];
  /** The table, whose first column is `selectColumn`. */
  children: ReactNode;
};

/** Rows that can be selected, by their boxes or by X, and what can be done with those that are. */
export function SavedSelection({ resource, plural, shown, children }: SavedSelectionProps) {
  const [refs, setRefs] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback((changed: readonly string[], isIn: boolean) => {
    setRefs((before) => new Set(isIn ? [...before, ...changed] : [...before].filter((ref) => !changed.includes(ref))));
  }, []);
  const selection = useMemo(() => ({ shown, refs, choose }), [shown, refs, choose]);
  const chosen = shown.filter(({ ref }) => refs.has(ref));
  useAtRest(BulkSaved.load);
  useKeys({
    X: () => {
      const id = document.activeElement?.closest("tr[data-row-id]")?.getAttribute("data-row-id");
      if (id) choose([id], !refs.has(id));
    },
  });
  return (
    <>
      <SelectionContext value={selection}>{children}</SelectionContext>
      {chosen.length > 0 && (
        <BulkSaved resource={resource} plural={plural} chosen={chosen} onClear={() => setRefs(new Set())} />
      )}
    </>
  );
}

/** Of every row whose table stands in a `SavedSelection`. Narrow, it is a column of its own beside two others. */
export const selectColumn = {
  id: "select",
  header: "",
  className: "narrow:w-11 [td&]:overflow-visible max-narrow:col-start-1 max-narrow:row-span-2 max-narrow:row-start-1",
} satisfies Partial<DataColumn<unknown>>;

export const selectableRowClass =
  "max-narrow:grid-cols-[28px_minmax(0,1fr)_fit-content(50%)]! narrow:has-checked:*:bg-pick! max-narrow:has-checked:bg-pick!";

export function SelectAll() {
  const { shown, refs, choose } = useContext(SelectionContext);
  const chosen = shown.filter(({ ref }) => refs.has(ref)).length;
  return (
    <Checkbox
      checked={chosen > 0 && chosen === shown.length}
      mixed={chosen > 0 && chosen < shown.length}
      disabled={shown.length === 0}
      onChange={(event) =>
        choose(
          shown.map(({ ref }) => ref),
          event.target.checked,
        )
      }
    >
      <span className="sr-only">Select all rows shown</span>
    </Checkbox>
  );
}

export function SelectRow({ id, title }: { id: string; title: string }) {
  const { refs, choose } = useContext(SelectionContext);
  return (
    <Checkbox checked={refs.has(id)} onChange={(event) => choose([id], event.target.checked)}>
      <span className="sr-only">Select {title}</span>
    </Checkbox>
  );
}
