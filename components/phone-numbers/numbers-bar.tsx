import { ListBar } from "@/components/list/list-bar";
import type { ListOptions } from "@/components/list/list-spec";
import { ListViews } from "@/components/list/list-views";
import type { useAllNumbers } from "@/components/query/use-all-numbers";
import { Button } from "@/components/ui/buttons/button";
import { formatCount } from "@/lib/format/format-count";
import { assistantOf, noAssistant, numberList } from "./number-list";

type NumbersBarProps = {
  all: ReturnType<typeof useAllNumbers>;
  options: ListOptions;
  /** Count of the numbers that match the filters; undefined without a filter. */
  shown: number | undefined;
};

export function NumbersBar({ all, options, shown }: NumbersBarProps) {
  return (
    <ListBar spec={numberList} options={options}>
      <Loaded all={all} shown={shown} />
    </ListBar>
  );
}

export function NumberViews({ all: { numbers, isAll } }: Pick<NumbersBarProps, "all">) {
  const unassigned = numbers.filter((number) => assistantOf(number) === noAssistant).length;
  const views = [
    { label: "All", count: isAll ? numbers.length : undefined },
    { label: "No assistant", params: { assistant: noAssistant }, count: isAll ? unassigned : undefined },
  ];
  return <ListViews spec={numberList} views={views} />;
}

function Loaded({ all, shown }: { all: NumbersBarProps["all"]; shown: number | undefined }) {
  const { total, isAll, isMany, error } = all;
  const loadedCount = all.numbers.length;
  const reportedText = total === undefined ? "" : `; the platform says ${formatCount(total)}`;
  if (isAll && all.isReadingAgain)
    return (
      <span className="text-sm/[17px] text-ink-3" role="status">
        The list changed while it was read. Reading it again
      </span>
    );
  if (isAll && all.isShifted)
    return (
      <>
        <span className="text-sm/[17px] text-wait-ink" role="status">
          {`${formatCount(loadedCount)} loaded${reportedText}. The list changed each time it was read, so numbers may be missing`}
        </span>
        <Button size="small" onClick={all.readPagesAgain}>
          Read again
        </Button>
      </>
    );
  if (isAll)
    return (
      <span className="text-sm/[17px] text-ink-3" role="status">
        {total === undefined || total === loadedCount
          ? `All ${formatCount(loadedCount)} loaded`
          : `${formatCount(loadedCount)} loaded${reportedText}`}
        {shown !== undefined && `, ${formatCount(shown)} shown`}
      </span>
    );
  const pageNote = `Filtering this page of ${all.shown.data?.value.items.length ?? 0}`;
  if (error)
    return (
      <>
        <span className="text-sm/[17px] text-ink-3">{pageNote}. The rest could not be read</span>
        <Button size="small" onClick={all.readAgain}>
          Refresh
        </Button>
      </>
    );
  if (isMany)
    return (
      <>
        <span className="text-sm/[17px] text-ink-3">{`${pageNote}${reportedText}`}</span>
        <Button size="small" onClick={all.readAll}>
          {total !== undefined && total > loadedCount ? `Load all ${formatCount(total)}` : "Load the rest"}
        </Button>
      </>
    );
  const countText =
    total !== undefined && total >= loadedCount
      ? `${formatCount(loadedCount)} of ${formatCount(total)}`
      : formatCount(loadedCount);
  return <span className="text-sm/[17px] text-ink-3">{`${pageNote}, ${countText} loaded`}</span>;
}
