"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { Checkbox } from "@/components/ui/fields/checkbox";
import type { SelectedRecord } from "./bulk-changes";

const BulkSaved = deferred(async () => (await import("./bulk-changes")).BulkSaved);

type Choose = (ids: readonly string[], isIn: boolean) => void;

type Selection = { shown: readonly string[]; chosen: ReadonlySet<string>; choose: Choose };

const SelectionContext = createContext<Selection>({ shown: [], chosen: new Set(), choose: () => {} });

type RowSelectionProps = {
  /** The IDs of the rows that are shown: nothing is done with what a filter hides. */
  shown: readonly string[];
  bar: (chosen: readonly string[], change: { choose: Choose; clear: () => void }) => ReactNode;
  /** The table, whose first column is `selectColumn`. */
  children: ReactNode;
};

/** Rows that can be selected, by their boxes or by X, and the bar of what can be done with those that are. */
export function RowSelection({ shown, bar, children }: RowSelectionProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback<Choose>((ids, isIn) => {
    setChosen((before) => new Set(isIn ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  }, []);
  const clear = () => setChosen(new Set());
  const selection = useMemo(() => ({ shown, chosen, choose }), [shown, chosen, choose]);
  useKeys({
    X: () => {
      const id = document.activeElement?.closest("tr[data-row-id]")?.getAttribute("data-row-id");
      if (id) choose([id], !chosen.has(id));
    },
  });
  return (
    <>
      <SelectionContext value={selection}>{children}</SelectionContext>
      {bar(
        shown.filter((id) => chosen.has(id)),
        { choose, clear },
      )}
    </>
  );
}

type SavedSelectionProps = {
  resource: string;
  /** In words: "tools". */
  plural: string;
  shown: readonly SelectedRecord[];
  children: ReactNode;
};

/** Selection of rows of the registry. */
export function SavedSelection({ resource, plural, shown, children }: SavedSelectionProps) {
  const refs = useMemo(() => shown.map(({ ref }) => ref), [shown]);
  useAtRest(BulkSaved.load);
  return (
    <RowSelection
      shown={refs}
      bar={(chosen, { clear }) =>
        chosen.length > 0 && (
          <BulkSaved
            resource={resource}
            plural={plural}
            chosen={shown.filter(({ ref }) => chosen.includes(ref))}
            onClear={clear}
          />
        )
      }
    >
      {children}
    </RowSelection>
  );
}

/** Checkbox column of tables within a `SavedSelection`. On a narrow screen it stands beside two other columns. */
export const selectColumn = {
  id: "select",
  header: "",
  className: "narrow:w-11 [td&]:overflow-visible max-narrow:col-start-1 max-narrow:row-span-2 max-narrow:row-start-1",
} satisfies Partial<DataColumn<unknown>>;

export const selectableRowClass =
  "max-narrow:grid-cols-[28px_minmax(0,1fr)_fit-content(50%)]! narrow:has-checked:*:bg-pick! max-narrow:has-checked:bg-pick!";

export function SelectAll() {
  const { shown, chosen, choose } = useContext(SelectionContext);
  const count = shown.filter((id) => chosen.has(id)).length;
  return (
    <Checkbox
      className="max-narrow:hidden"
      checked={count > 0 && count === shown.length}
      mixed={count > 0 && count < shown.length}
      disabled={shown.length === 0}
      onChange={(event) => choose(shown, event.target.checked)}
    >
      <span className="sr-only">Select all rows shown</span>
    </Checkbox>
  );
}

export function SelectRow({ id, title }: { id: string; title: string }) {
  const { chosen, choose } = useContext(SelectionContext);
  return (
    <Checkbox checked={chosen.has(id)} onChange={(event) => choose([id], event.target.checked)}>
      <span className="sr-only">Select {title}</span>
    </Checkbox>
  );
}
