"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { DataTable } from "@/components/data-table/data-table";
import { goneRowClass } from "@/components/data-table/data-table-row";
import { TableFoot } from "@/components/data-table/table-foot";
import { ExportCsv } from "@/components/data-table/table-tools";
import { ProblemState, QueryView, useDataAfter } from "@/components/query/query-view";
import { AddButton } from "@/components/registry/registry-list";
import { SavedSelection, selectableRowClass } from "@/components/registry/row-selection";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { barClass, sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { idToPath } from "@/lib/contract/identifier";
import { formatCount } from "@/lib/format/format-count";
import { knownColumns, titleOf } from "./known-columns";
import { type AssistantRow, assistantRecord, countMessage, useKnownAssistants } from "./use-known-assistants";

export function KnownAssistants() {
  const url = useUrlState();
  const { numbers, saved, rows } = useKnownAssistants();
  const text = url.get("text")?.trim().toLowerCase();
  const matching = text ? rows.filter((row) => isNamed(row, text)) : rows;
  const isPending = numbers.shown.isPending || saved.isPending;
  // Both reads decide which rows are listed and in which order.
  const [fromNumbers, fromSaved] = [useDataAfter(numbers.shown, saved), useDataAfter(saved, numbers.shown)];

  return (
    <section aria-labelledby="known-assistants">
      <div className={`${barClass({ wraps: true })} max-narrow:[&>label]:w-full`}>
        <h2 className="text-md font-semibold tracking-[-0.004em]" id="known-assistants">
          Known assistants
        </h2>
        {!isPending && <span className="text-ink-3">{rows.length}</span>}
        <span className="min-w-0 flex-1 max-narrow:hidden" />
        <UrlSearchField label="Name or ID" />
        <ExportCsv name="assistants" columns={knownColumns} rows={matching} recordOf={assistantRecord} />
        <AddButton resource="assistants" plural="assistants" />
      </div>
      {saved.data && <OtherFault query={numbers.shown} label="phone numbers" />}
      {numbers.shown.data && <OtherFault query={saved} label="assistants opened here" />}
      {fromNumbers.data && !saved.data ? (
        <KnownTable rows={rows} matching={matching} />
      ) : (
        <QueryView query={fromSaved} label="known assistants">
          {() => <KnownTable rows={rows} matching={matching} />}
        </QueryView>
      )}
      {!isPending && <Foot numbers={numbers} rows={rows} />}
    </section>
  );
}

type OtherFaultProps = { query: Pick<UseQueryResult, "data" | "error" | "isFetching" | "refetch">; label: string };

/** Error of one of the list's two reads. The rows of the other read stay. */
function OtherFault({ query, label }: OtherFaultProps) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined || !error) return <span hidden />;
  return (
    <div className={sectionClass}>
      <ProblemState error={error} label={label} isLoading={isFetching} onReadAgain={() => void refetch()} />
    </div>
  );
}

function KnownTable({ rows, matching }: { rows: readonly AssistantRow[]; matching: readonly AssistantRow[] }) {
  if (rows.length === 0)
    return (
      <div className={sectionClass}>
        <StateMessage kind="empty" heading="No assistants yet">
          None is attached to a phone number or was opened here. Open one by its ID above.
        </StateMessage>
      </div>
    );
  const shown = matching.map((row) => ({ ref: row.id, title: titleOf(row), isPinned: row.saved?.pinned ?? false }));
  return (
    <SavedSelection resource="assistants" plural="assistants" shown={shown}>
      <DataTable
        name="assistants"
        caption="Known assistants"
        columns={knownColumns}
        rows={matching}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/assistants/${idToPath(id)}`}
        rowClassName={({ isGone }) => `${selectableRowClass} ${isGone ? goneRowClass : ""}`}
      />
      {matching.length === 0 && (
        <p className={`${sectionClass} text-sm/[17px] text-ink-3`}>No known assistant has this name or ID.</p>
      )}
    </SavedSelection>
  );
}

type FootProps = { numbers: ReturnType<typeof useKnownAssistants>["numbers"]; rows: readonly AssistantRow[] };

function Foot({ numbers, rows }: FootProps) {
  const { isAll, isMany, isLoadingMore, total = 0, readAll } = numbers;
  const readCount = formatCount(numbers.numbers.length);
  return (
    <TableFoot>
      <span>{rows.length > 0 && countMessage(rows)}</span>
      {!isAll && (
        <span>{`From ${readCount}${total > numbers.numbers.length ? ` of ${formatCount(total)}` : ""} phone numbers`}</span>
      )}
      {isMany && !isAll && !isLoadingMore && (
        <Button size="small" onClick={readAll}>
          Read all numbers
        </Button>
      )}
    </TableFoot>
  );
}

const isNamed = ({ id, name, saved }: AssistantRow, text: string) =>
  [id, name, saved?.label].some((value) => value?.toLowerCase().includes(text));
