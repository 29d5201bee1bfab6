"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useHeldRows } from "@/components/data-table/held-rows";
import { TableFoot } from "@/components/data-table/table-foot";
import { ExportLink } from "@/components/query/export-link";
import { QueryView, useLastAnswer } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { followed, useWatch } from "@/components/query/use-watch";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { endSession } from "@/lib/contract/api/sessions";
import { exportFoundCalls, type FoundCall, listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import type { InputOf } from "@/lib/contract/operation";
import { countOf, formatCount } from "@/lib/format/format-count";
import { timeZoneOf } from "@/lib/format/format-time";
import { callFilters, exportFilter } from "./call-filters";
import { CallsBar } from "./calls-bar";
import { CallsHead } from "./calls-head";
import { CallsTable, callsTableId } from "./calls-table";
import { useEndQuestion } from "./end-in-list";
import { NoCalls } from "./no-calls";
import { NumberSentence } from "./number-sentence";

const EndSessionById = deferred(async () => (await import("./end-session")).EndSessionById);

/** All calls that are known, whatever named them: those past their limit, those in progress, then the ended ones by day. */
export function CallsScreen() {
  const url = useUrlState();
  const watch = useWatch();
  const input = callFilters(url.get, timeZoneOf(useZone()));
  const query = useLastAnswer(
    useQuery({
      ...followed(read(listFoundCalls, input), watch.isWatching),
      placeholderData: (before) => before,
    }),
  );
  const { rows, live, waiting, showWaiting } = useRows(query.data?.value.data, JSON.stringify(input));
  const { reasons = [], next = null } = query.data?.value ?? {};
  const { text, after, limit: _rows, ...others } = input;
  const isCurrent = query.data !== undefined && !query.isPlaceholderData;
  const isFiltered = Object.keys(others).length > 0;
  useEndQuestion(query.data && after === undefined ? live : undefined);
  return (
    <>
      <CallsHead found={after === undefined ? query.data?.value : undefined} isFiltered={isFiltered} />
      <CallsBar reasons={reasons} watch={watch} />
      {text !== undefined && isCurrent && query.data && <NumberSentence text={text} found={query.data.value} />}
      <QueryView
        query={query}
        label="calls"
        isEmpty={({ data }) => data.length === 0}
        empty={<NoCalls text={text} isFiltered={isFiltered} searched={query.data?.value.searched ?? null} />}
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
          </>
        )}
      </QueryView>
      <EndSession />
      {query.data && <CallsFoot count={rows.length} next={next} input={input} />}
    </>
  );
}

/** `?ask=end-session&session=ID` asks whether to end a session, which needs no call that is known. */
function EndSession() {
  const url = useUrlState();
  const session_id = url.get("ask") === "end-session" ? url.get("session") : undefined;
  const mayEnd = useMay(endSession);
  if (!session_id || !mayEnd) return null;
  const close = () => url.set({ ask: undefined, session: undefined }, { replaces: true });
  return <EndSessionById key={session_id} session_id={session_id} onClose={close} />;
}

/** While somebody reads the list, new rows wait, except calls in progress. A call that ends moves to its day at once. */
function useRows(page: readonly FoundCall[] | undefined, scope: string) {
  const held = useHeldRows(page, {
    scope,
    ...{ idOf: ({ call_id }: FoundCall) => call_id, list: `#${callsTableId}` },
  });
  const united = useMemo(() => {
    const live = page?.filter(({ is_over }) => !is_over) ?? [];
    const shown = new Set(held.rows.map(({ call_id }) => call_id));
    const added = live.filter(({ call_id }) => !shown.has(call_id));
    return { live, rows: [...added, ...held.rows], waiting: Math.max(0, held.waiting - added.length) };
  }, [page, held.rows, held.waiting]);
  return { ...united, showWaiting: held.showWaiting };
}

type CallsFootProps = { count: number; next: string | null; input: InputOf<typeof listFoundCalls> };

function CallsFoot({ count, next, input }: CallsFootProps) {
  const url = useUrlState();
  const isFirst = input.after === undefined;
  return (
    <TableFoot
      end={
        <span className="flex gap-2 print:hidden">
          {!isFirst && <Button onClick={() => url.set({ after: undefined })}>Newest</Button>}
          {next !== null && <Button onClick={() => url.set({ after: next })}>Older</Button>}
          <ExportLink
            op={exportFoundCalls}
            input={exportFilter(input)}
            className={buttonClass({})}
            title="All calls as filtered, those in progress too, with times in UTC"
          >
            <Icon name="dl" />
            CSV
          </ExportLink>
        </span>
      }
    >
      {isFirst && next !== null ? `The latest ${countOf(count, "call")}` : countOf(count, "call")}
    </TableFoot>
  );
}
