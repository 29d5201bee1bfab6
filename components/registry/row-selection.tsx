import { createContext, type ReactNode, useContext, useState } from "react";
import { useKeys } from "@/components/ui/browser/use-keys";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { formatCount } from "@/lib/format/format-count";

type Choose = (ids: readonly string[], isIn: boolean) => void;

type Selection = { shown: readonly string[]; chosen: ReadonlySet<string>; choose: Choose };

const SelectionContext = createContext<Selection>({ shown: [], chosen: new Set(), choose: () => {} });

export type SelectionBarFor<Row> = (
  chosen: readonly Row[],
  selection: { choose: Choose; clear: () => void },
) => ReactNode;

type RowSelectionProps<Row> = {
  /** The rows shown. Actions never apply to rows that a filter hides. */
  rows: readonly Row[];
  bar: SelectionBarFor<Row>;
  children: ReactNode;
};

export function RowSelection<Row extends { id: string }>({ rows, bar, children }: RowSelectionProps<Row>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose: Choose = (ids, isIn) =>
    setChosen((before) => new Set(isIn ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  useKeys({
    X: () => {
      const id = document.activeElement?.closest("tr[data-row-id]")?.getAttribute("data-row-id");
      if (id) choose([id], !chosen.has(id));
    },
  });
  return (
    <>
      <SelectionContext value={{ shown: rows.map(({ id }) => id), chosen, choose }}>{children}</SelectionContext>
      {bar(
        rows.filter(({ id }) => chosen.has(id)),
        { choose, clear: () => setChosen(new Set()) },
      )}
    </>
  );
}

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

type SelectionBarProps = { resource: string; count: number; onClear: () => void; children: ReactNode };

export function SelectionBar({ resource, count, onClear, children }: SelectionBarProps) {
  return (
    <section
      className="sticky bottom-0 z-6 flex flex-wrap items-center gap-2.5 border-y border-rule-2 bg-pick px-(--gutter) py-2.5 print:hidden"
      aria-label={`Selected ${resource}`}
    >
      <b className="mr-1 font-semibold max-narrow:flex-1">{formatCount(count)} selected</b>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2.5 max-narrow:order-1 max-narrow:basis-full max-narrow:*:data-[slot=button]:flex-1">
        {children}
      </div>
      <Button variant="bare" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}
