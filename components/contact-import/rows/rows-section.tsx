"use client";

import { type RefObject, useSyncExternalStore } from "react";
import { lastRowOf, nextProblemFrom } from "@/components/contact-import/review/file-map-histogram";
import { narrowMedia } from "@/components/ui/browser/narrow-media";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { SearchField } from "@/components/ui/fields/search-field";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { useAnnounce } from "@/components/ui/page/live-region";
import type { ContactEngine, Report } from "@/lib/contacts/engine";
import type { Edit } from "@/lib/contacts/plan";
import { bucketOf, isDoubtful } from "@/lib/contacts/validate/row-status";
import { countOf } from "@/lib/format/format-count";
import { RowEditor } from "./row-editor";
import type { RowPages } from "./row-pages";
import { RowsGrid, RowsNote } from "./rows-grid";

export type Scope = "group" | "all";

export type RowsSectionProps = {
  engine: ContactEngine;
  report: Report;
  pages: RowPages;
  /** Identifies the listing. A change scrolls the grid to its top. */
  listingKey: string;
  scope: Scope;
  onScope: (scope: Scope) => void;
  onText: (text: string) => void;
  /** Scrolls to a row by its index in the listing. */
  toIndex: RefObject<((index: number) => void) | undefined>;
  onShown: (from: number, to: number) => void;
  onEdit: (row: number, change: Edit) => boolean;
};

/** Rows of the selected problem, or all rows. Narrow screens show one row at a time. */
export function RowsSection(props: RowsSectionProps) {
  const { engine, report, pages, scope, onScope, onText } = props;
  const isNarrow = useNarrow();
  const { count } = pages;
  const findProblem = useFindProblem({ engine, report, count: count ?? 0, isAll: scope === "all" });

  const shared = { ...props, findProblem };
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
          {count === undefined ? "Reading rows…" : countOf(count, "row")}
        </span>
      </div>
      {pages.problem && <RowsNote isFault>{pages.problem}</RowsNote>}
      {count === 0 ? (
        <p className="px-(--gutter) pb-[9px] text-sm/[17px] text-ink-2 mid:col-span-full">
          No row has this text. Clear the search, or show all rows.
        </p>
      ) : isNarrow ? (
        <RowEditor {...shared} />
      ) : (
        <RowsGrid {...shared} />
      )}
    </section>
  );
}

function TextField({ onText }: { onText: (text: string) => void }) {
  const find = useDebounced((typed: string) => onText(typed.trim()), 300);
  return <SearchField label="Find a number or name" onChange={(event) => find(event.target.value)} />;
}

const BLOCK = 500;

type FindInput = { engine: ContactEngine; report: Report; count: number; isAll: boolean };

/** Searches for the next row with a problem. With all rows listed, it skips clean parts of the file. */
function useFindProblem({ engine, report, count, isAll }: FindInput) {
  const announce = useAnnounce();

  async function find(from: number): Promise<number | undefined> {
    let index = from;
    while (index < count) {
      const rows = await engine.page(index, BLOCK);
      const offset = rows.findIndex(({ rowStatus }) => bucketOf(rowStatus) === "toFix" || isDoubtful(rowStatus));
      if (offset >= 0) return index + offset;
      const last = rows.at(-1);
      if (!last) return undefined;
      index += rows.length;
      if (!isAll || last.row >= lastRowOf(report)) continue;
      const next = nextProblemFrom(last.row + 1, report, report.histogram);
      if (next === undefined) return undefined;
      if (next > last.row + 1) index = Math.max(index, await engine.placeOf(next));
    }
    return undefined;
  }

  return (from: number, onFound: (index: number) => void) => {
    find(from).then(
      (index) => (index === undefined ? announce("No more rows with problems.") : onFound(index)),
      () => announce("The rows could not be read."),
    );
  };
}

/** True if the screen is too narrow for the grid. False on the server. */
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
