"use client";

import type { DataColumn } from "@/components/data-table/data-columns";
import { TableFoot } from "@/components/data-table/table-foot";
import { ProblemState } from "@/components/query/problem-state";
import { type ReadQuery, useDataAfter } from "@/components/query/query-view";
import { dash, registryColumns } from "@/components/registry/registry-columns";
import { RegistryList } from "@/components/registry/registry-list";
import { registryRecord } from "@/components/registry/registry-row";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { sectionClass } from "@/components/ui/page/section";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { type AssistantRow, countMessage, useKnownAssistants } from "./use-known-assistants";

export function KnownAssistants() {
  const { numbers, saved, rows } = useKnownAssistants();
  // Both reads decide which rows are listed and in which order.
  const [fromNumbers, fromSaved] = [useDataAfter(numbers.shown, saved), useDataAfter(saved, numbers.shown)];

  return (
    <RegistryList
      resource="assistants"
      query={fromNumbers.data && !saved.data ? fromNumbers : fromSaved}
      rows={rows}
      columns={assistantColumns}
      recordOf={assistantRecord}
      empty="No assistant is attached to a phone number or was added here. Open one by its ID above."
      foot={() => <Foot numbers={numbers} rows={rows} />}
    >
      {saved.data && !numbers.shown.data && <OtherFault query={numbers.shown} label="phone numbers" />}
      {numbers.shown.data && !saved.data && <OtherFault query={saved} label="assistants added here" />}
    </RegistryList>
  );
}

const { select, name, status, id, source, read, pin } = registryColumns("assistants");

const assistantColumns: readonly DataColumn<AssistantRow>[] = [
  select,
  name,
  status,
  {
    id: "language",
    header: "Language",
    cell: ({ language }) => (language ? <code>{visibleControls(language)}</code> : dash),
    sortBy: ({ language }) => language,
    fit: true,
    className: "[--fit:100px] max-mid:hidden",
  },
  {
    ...id,
    cell: ({ id }) => <CopyId id={id} whole quiet />,
    className:
      "[--fit:290px] max-narrow:hidden [&_button]:block [&_button]:truncate [&_button>svg]:ml-[5px] [&_button>svg]:inline",
  },
  { ...source, sortBy: ({ numberCount }) => -numberCount, fit: false, className: "max-narrow:order-3" },
  read,
  { ...pin, className: "max-narrow:order-4" },
];

/** CSV row of an assistant: the registry's columns, and its language. */
export const assistantRecord = (row: AssistantRow) => registryRecord(row, { language: row.language });

type OtherFaultProps = { query: ReadQuery<unknown>; label: string };

/** Error of one of the list's two reads. The rows of the other read stay. */
function OtherFault({ query, label }: OtherFaultProps) {
  const { error, isFetching, refetch } = query;
  if (!error) return <span hidden />;
  return (
    <div className={sectionClass}>
      <ProblemState error={error} label={label} isLoading={isFetching} onReadAgain={() => void refetch()} />
    </div>
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
          Load all numbers
        </Button>
      )}
    </TableFoot>
  );
}
