"use client";

import type { DataColumn } from "@/components/data-table/data-columns";
import { ProblemState } from "@/components/query/problem-state";
import { isFirstRead } from "@/components/query/query-view";
import { dash, registryColumns } from "@/components/registry/registry-columns";
import { RegistryList } from "@/components/registry/registry-list";
import { registryRecord } from "@/components/registry/registry-row";
import { sectionClass } from "@/components/ui/page/section";
import type { NumberList } from "@/lib/contract/console/assistant-numbers";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { NumbersRead } from "./numbers-read";
import { type AssistantRow, countMessage, useKnownAssistants } from "./use-known-assistants";

export function KnownAssistants() {
  const { numbers, saved, rows } = useKnownAssistants();
  return (
    <RegistryList
      resource="assistants"
      // Both reads decide which rows are listed and in which order.
      query={isFirstRead(numbers) ? { ...saved, data: undefined } : saved}
      rows={rows}
      columns={assistantColumns}
      loadRecordOf={async () => assistantRecord}
      empty="No assistant is attached to a phone number or was added here. Add them by ID, or paste one into Find."
      foot={() => <Foot list={numbers.data?.value} rows={rows} />}
    >
      {Boolean(numbers.error) && (
        <div className={sectionClass}>
          <ProblemState
            error={numbers.error}
            label="phone numbers"
            isLoading={numbers.isFetching}
            onReadAgain={() => void numbers.refetch()}
          />
        </div>
      )}
    </RegistryList>
  );
}

const { select, name, status, id } = registryColumns("assistants");

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
  { ...id, className: "max-narrow:hidden" },
  {
    id: "numbers",
    header: "Phone numbers",
    cell: ({ numberCount }) =>
      numberCount === 0 ? (
        dash
      ) : (
        <>
          {formatCount(numberCount)}
          <span className="text-ink-3 narrow:hidden"> {numberCount === 1 ? "number" : "numbers"}</span>
        </>
      ),
    sortBy: ({ numberCount }) => numberCount,
    fit: true,
    num: true,
    className: "max-narrow:col-start-2 max-narrow:text-left",
  },
];

export const assistantRecord = (row: AssistantRow) => registryRecord(row, { language: row.language });

type FootProps = { list: NumberList | undefined; rows: readonly AssistantRow[] };

function Foot({ list, rows }: FootProps) {
  return (
    <>
      <span>{countMessage(rows)}</span>
      {list && <NumbersRead list={list} />}
    </>
  );
}
