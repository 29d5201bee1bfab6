import { type DataColumn, wrappingCell } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { ListFoot } from "@/components/list/list-foot";
import { listSpec } from "@/components/list/list-spec";
import { PhoneNumber } from "@/components/record/phone-number";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { blockReasonLabels } from "@/lib/contract/console/block-reasons";
import {
  type BlockedNumber,
  type BlockSource,
  exportDoNotCall,
  listDoNotCall,
} from "@/lib/contract/console/do-not-call";
import { countOf, formatCount } from "@/lib/format/format-count";
import { daysSince, validDays } from "./block-labels";

/** The latest entries. A number is looked up in a dialog with all that is stored of the person. */
const blockedList = listSpec({
  ...{ page: "do-not-call", nouns: ["number", "numbers"], op: listDoNotCall, file: exportDoNotCall },
  filters: [],
  otherInputs: ["number", "country"],
});

const sourceColumns: readonly DataColumn<BlockSource>[] = [
  { id: "source", header: "Source", cell: ({ source }) => source, sortBy: ({ source }) => source, isRowHeader: true },
  {
    id: "numbers",
    header: "Numbers",
    cell: ({ numbers }) => formatCount(numbers),
    sortBy: ({ numbers }) => numbers,
    num: true,
    fit: true,
  },
  {
    id: "reason",
    header: "Reason",
    cell: ({ reason }) => blockReasonLabels[reason],
    sortBy: ({ reason }) => reason,
    fit: true,
  },
  {
    id: "dated",
    header: "Date of the file",
    cell: ({ dated, source }) => dated && <FileAge dated={dated} source={source} />,
    sortBy: ({ dated }) => dated,
    className: wrappingCell,
  },
];

const entryColumns: readonly DataColumn<BlockedNumber>[] = [
  { id: "number", header: "Number", cell: ({ number }) => <PhoneNumber number={number} />, isRowHeader: true },
  {
    id: "reason",
    header: "Reason",
    cell: ({ reason }) => blockReasonLabels[reason],
    sortBy: ({ reason }) => reason,
    fit: true,
  },
  { id: "source", header: "Source", cell: ({ source }) => source, sortBy: ({ source }) => source },
  { id: "until", header: "Until", cell: ({ until }) => until ?? "no end", sortBy: ({ until }) => until, fit: true },
  {
    id: "added",
    header: "Added",
    cell: ({ added_at }) => <TimeText at={added_at} variant="short-day" quiet />,
    sortBy: ({ added_at }) => added_at,
    fit: true,
  },
  { id: "by", header: "By", cell: ({ by }) => by, sortBy: ({ by }) => by },
];

/** "2026-10-24, 34 days old, valid 31". Amber when the register says that the file is too old. */
function FileAge({ dated, source }: { dated: string; source: string }) {
  const now = useNow(60_000);
  const valid = validDays(source);
  const days = now === undefined ? 0 : daysSince(dated, now);
  const isOld = valid !== undefined && days > valid;
  return (
    <>
      {dated},{" "}
      <span className={isOld ? "font-semibold text-wait-ink" : "text-ink-2"}>
        {countOf(days, "day")} old{valid !== undefined && `, valid ${valid}`}
      </span>
    </>
  );
}

const sourceId = ({ source, reason, dated }: BlockSource) => `${source} ${reason} ${dated}`;
const entryId = ({ id }: BlockedNumber) => id;

export const SourcesTable = ({ sources }: { sources: readonly BlockSource[] }) => (
  <Section title="Sources" flush>
    <DataTable name="block-sources" caption="Sources" columns={sourceColumns} rows={sources} rowId={sourceId} />
  </Section>
);

type LatestTableProps = {
  entries: readonly BlockedNumber[];
  total: number;
  onOpen: (entry: BlockedNumber) => void;
};

export const LatestTable = ({ entries, total, onOpen }: LatestTableProps) => (
  <Section title="Latest entries" flush>
    <DataTable
      name="block-entries"
      caption="Latest entries"
      columns={entryColumns}
      rows={entries}
      rowId={entryId}
      onOpen={onOpen}
    />
    <ListFoot spec={blockedList} input={{}}>
      {entries.length < total && `The latest ${formatCount(entries.length)} of `}
      {countOf(total, ...blockedList.nouns)}
    </ListFoot>
  </Section>
);
