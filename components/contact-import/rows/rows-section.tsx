import { useSyncExternalStore } from "react";
import { narrowMedia } from "@/components/ui/browser/narrow-media";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { SearchField } from "@/components/ui/fields/search-field";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { countOf } from "@/lib/format/format-count";
import { RowsGrid, type RowsGridProps, RowsNote } from "./rows-grid";

export type Scope = "group" | "all";

type RowsSectionProps = Omit<RowsGridProps, "isNarrow"> & {
  scope: Scope;
  onScope: (scope: Scope) => void;
  onText: (text: string) => void;
};

export function RowsSection({ rows, onEdit, scope, onScope, onText }: RowsSectionProps) {
  const isNarrow = useNarrow();
  const { count } = rows;
  return (
    <section
      className="flex flex-col border-t border-rule mid:grid mid:grid-cols-[auto_minmax(0,1fr)] mid:content-start"
      aria-label="Rows"
    >
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-(--gutter) py-[9px] max-narrow:[&>label]:flex-[1_1_100%] mid:col-[1] mid:flex-nowrap mid:pr-0">
        <TextField onText={onText} />
        <SegmentedControl
          small
          label="Rows shown"
          options={[
            { value: "group", label: "This problem" },
            { value: "all", label: "All rows" },
          ]}
          value={scope}
          onChange={onScope}
        />
        <span className="text-sm/[17px] text-ink-3 mid:whitespace-nowrap" role="status">
          {count === undefined ? "Loading rows…" : countOf(count, "row")}
        </span>
      </div>
      {rows.problem && <RowsNote isFault>{rows.problem}</RowsNote>}
      {count === 0 ? (
        <p className="px-(--gutter) pb-[9px] text-sm/[17px] text-ink-2 mid:col-span-full">
          No row has this text. Clear the search, or show all rows.
        </p>
      ) : (
        <RowsGrid key={String(isNarrow)} {...{ rows, isNarrow, onEdit }} />
      )}
    </section>
  );
}

function TextField({ onText }: { onText: (text: string) => void }) {
  const find = useDebounced((typed: string) => onText(typed.trim()), 300);
  return <SearchField label="Find a number or name" onChange={(event) => find(event.target.value)} />;
}

function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(narrowMedia).matches,
    () => false,
  );
}

function subscribeToWidth(onChange: () => void) {
  const query = window.matchMedia(narrowMedia);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
