"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useHeldRows } from "@/components/data-table/held-rows";
import { NewRows } from "@/components/data-table/new-rows";
import { ListBar } from "@/components/list/list-bar";
import { ListFoot } from "@/components/list/list-foot";
import { readInput } from "@/components/list/list-input";
import { ListRefused } from "@/components/list/list-refused";
import { type ListOptions, transientParams } from "@/components/list/list-spec";
import { QueryView, useLastAnswer } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { deferred } from "@/components/ui/browser/deferred";
import { useGo } from "@/components/ui/browser/use-go";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { DateChip } from "@/components/ui/fields/date-chip";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import { endSession } from "@/lib/contract/api/sessions";
import { type FoundCall, listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { knownName, listSaved } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { reasonLabel } from "@/lib/contract/shapes/call";
import { countOf } from "@/lib/format/format-count";
import { timeZoneOf } from "@/lib/format/format-time";
import { callList } from "./call-list";
import { CallsHead } from "./calls-head";
import { CallsTable, callsTableId } from "./calls-table";
import { useEndQuestion } from "./end-in-list";
import { canBeCallId, NoCalls } from "./no-calls";
import { NumberSentence } from "./number-sentence";

const EndSessionById = deferred(async () => (await import("./end-session")).EndSessionById);

/** All calls that are known, whatever named them: those past their limit, those in progress, then the ended ones by day. */
export function CallsScreen() {
  const url = useUrlState();
  const input = readInput(callList, url.get, { timeZone: timeZoneOf(useZone()) });
  const query = useLastAnswer(useQuery({ ...read(listFoundCalls, input), placeholderData: (before) => before }));
  const { rows, live, waiting, showWaiting } = useRows(query.data?.value, JSON.stringify(input));
  const { reasons = [], next = null } = query.data?.value ?? {};
  const options = useCallOptions(reasons);
  const { text, after, limit: _rows, ...others } = input;
  const isCurrent = query.data !== undefined && !query.isPlaceholderData;
  const count = countOf(rows.length, ...callList.nouns);
  useEndQuestion(query.data && after === undefined ? live : undefined);
  return (
    <>
      <CallsHead
        found={after === undefined ? query.data?.value : undefined}
        isFiltered={Object.keys(others).length > 0}
      />
      <CallsBar options={options} />
      {text !== undefined && isCurrent && query.data && <NumberSentence text={text} found={query.data.value} />}
      <QueryView
        query={query}
        label="calls"
        refused={<ListRefused spec={callList} />}
        isEmpty={({ data }) => data.length === 0}
        empty={<NoCalls text={text} options={options} searched={query.data?.value.searched ?? null} />}
      >
        {() => (
          <>
            <NewRows waiting={waiting} onShow={showWaiting} />
            <div id={callsTableId}>
              <CallsTable
                calls={rows}
                ends={{ hasBefore: after !== undefined || waiting > 0, hasAfter: next !== null }}
              />
            </div>
            <ListFoot spec={callList} input={input} next={next}>
              {after === undefined && next !== null ? `The latest ${count}` : count}
            </ListFoot>
          </>
        )}
      </QueryView>
      <EndSession />
    </>
  );
}

function useCallOptions(reasons: readonly string[]): ListOptions {
  const { data } = useQuery({ ...read(listSaved, { resource: "campaigns" }), staleTime: 60_000 });
  return {
    reason: reasons.map((value) => ({ value, label: reasonLabel(value) })),
    campaign: (data?.value.data ?? []).map((saved) => ({ value: saved.ref, label: knownName(saved) ?? saved.ref })),
  };
}

/** Enter opens a call by its ID, which the platform may know although nobody has seen it here. */
function CallsBar({ options }: { options: ListOptions }) {
  const go = useGo();
  const mayOpen = useMay(getCall);
  return (
    <ListBar
      spec={callList}
      options={options}
      controls={{ from: <DateChip cleared={transientParams(callList)} /> }}
      onEnter={(text) => mayOpen && canBeCallId(text) && go(`/calls/${idToPath(text)}`)}
    />
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

/** New rows wait until they are asked for, except calls in progress. A call that ends moves to its day at once. */
function useRows(answer: { data: readonly FoundCall[]; next: string | null } | undefined, scope: string) {
  const page = answer?.data;
  const held = useHeldRows(page, {
    scope,
    idOf: ({ call_id }: FoundCall) => call_id,
    isLast: answer?.next === null,
  });
  const seen = useSeenLive(page);
  const united = useMemo(() => {
    const live = page?.filter(({ is_over }) => !is_over) ?? [];
    const shown = new Set(held.rows.map(({ call_id }) => call_id));
    const added = page?.filter(({ call_id, is_over }) => !shown.has(call_id) && (!is_over || seen.has(call_id))) ?? [];
    return { live, rows: [...added, ...held.rows], waiting: Math.max(0, held.waiting - added.length) };
  }, [page, held.rows, held.waiting, seen]);
  return { ...united, showWaiting: held.showWaiting };
}

const noCalls: ReadonlySet<string> = new Set();

/** Calls that this page has shown in progress. */
function useSeenLive(page: readonly FoundCall[] = []): ReadonlySet<string> {
  const [seen, setSeen] = useState(noCalls);
  const more = page.filter(({ call_id, is_over }) => !is_over && !seen.has(call_id));
  if (more.length > 0) setSeen(new Set([...seen, ...more.map(({ call_id }) => call_id)]));
  return seen;
}
