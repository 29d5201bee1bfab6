import { useQuery } from "@tanstack/react-query";
import { useHeldRows } from "@/components/data-table/held-rows";
import { TableFoot } from "@/components/data-table/table-foot";
import { QueryView, useLastAnswer } from "@/components/query/query-view";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { read } from "@/lib/client/query";
import { type FoundCall, listFoundCalls, type SearchedNumber } from "@/lib/contract/console/inbox/found-calls";
import { numberFaults } from "@/lib/contract/console/numbers";
import type { InputOf } from "@/lib/contract/operation";
import { countOf, formatCount } from "@/lib/format/format-count";
import { filterNames } from "./call-filters";
import { CallsBar } from "./calls-bar";
import { CallsTable, callsTableId } from "./calls-table";
import { NumberSentence } from "./number-sentence";

type EndedCallsProps = { input: InputOf<typeof listFoundCalls> };

/** Ended calls, newest first, with their filters. */
export function EndedCalls({ input }: EndedCallsProps) {
  const query = useLastAnswer(
    useQuery({
      ...read(listFoundCalls, input),
      placeholderData: (before) => before,
    }),
  );
  const { rows, waiting, showWaiting } = useHeldRows(query.data?.value.data, {
    scope: JSON.stringify(input),
    ...{ idOf: ({ call_id }: FoundCall) => call_id, list: `#${callsTableId}` },
  });
  const { reasons = [], next = null } = query.data?.value ?? {};
  return (
    <>
      <CallsBar reasons={reasons} />
      {input.text !== undefined && query.data !== undefined && !query.isPlaceholderData && (
        <NumberSentence text={input.text} found={query.data.value} />
      )}
      <QueryView
        query={query}
        label="calls"
        isEmpty={({ data }) => data.length === 0}
        empty={<NoCalls input={input} searched={query.data?.value.searched ?? null} />}
      >
        {() => (
          <>
            {waiting > 0 && (
              <p className="border-t border-rule px-(--gutter) py-1.5" role="status">
                <Button size="small" onClick={showWaiting}>{`${formatCount(waiting)} new`}</Button>
              </p>
            )}
            <div id={callsTableId}>
              <CallsTable calls={rows} />
            </div>
            <CallsFoot rows={rows} next={next} />
          </>
        )}
      </QueryView>
    </>
  );
}

function CallsFoot({ rows, next }: { rows: readonly FoundCall[]; next: string | null }) {
  const url = useUrlState();
  const isFirst = url.get("after") === undefined;
  return (
    <TableFoot
      end={
        <span className="flex gap-2 print:hidden">
          {!isFirst && <Button onClick={() => url.set({ after: undefined })}>Newest</Button>}
          {next !== null && <Button onClick={() => url.set({ after: next })}>Older</Button>}
        </span>
      }
    >
      {isFirst && next !== null ? `The latest ${countOf(rows.length, "call")}` : countOf(rows.length, "call")}, found in
      events
    </TableFoot>
  );
}

type NoCallsProps = EndedCallsProps & { searched: SearchedNumber | null };

/** A text that was not read as a number cannot be said to have no calls. */
function NoCalls({ input: { after: _page, limit: _rows, state: _state, ...filter }, searched }: NoCallsProps) {
  const url = useUrlState();
  const isFiltered = Object.keys(filter).length > 0;
  const clear = () => url.set(Object.fromEntries([...filterNames, "after"].map((name) => [name, undefined])));
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      <StateMessage
        kind="empty"
        heading={
          searched?.is === "unread"
            ? numberFaults[searched.fault]
            : isFiltered
              ? "No call matches"
              : "No calls have ended yet"
        }
        level={2}
        actions={
          isFiltered && (
            <Button size="small" onClick={clear}>
              Clear filters
            </Button>
          )
        }
      >
        {isFiltered
          ? "Only calls with a received event can be found here. Any other call can be opened by its ID."
          : "A call appears here when the platform sends an event about it."}
      </StateMessage>
    </div>
  );
}
