"use client";

import { useQuery } from "@tanstack/react-query";
import { NewRows } from "@/components/data-table/new-rows";
import { ListBar } from "@/components/list/list-bar";
import { ListFoot } from "@/components/list/list-foot";
import { readInput } from "@/components/list/list-input";
import { ListRefused } from "@/components/list/list-refused";
import { type ListOptions, transientParams } from "@/components/list/list-spec";
import { NoRows } from "@/components/list/no-rows";
import { NumberSentence } from "@/components/person/number-sentence";
import { QueryView, useLastAnswer } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { deferred } from "@/components/ui/browser/deferred";
import { useGo } from "@/components/ui/browser/use-go";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { DateChip } from "@/components/ui/fields/date-chip";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import { endSession } from "@/lib/contract/api/sessions";
import { listFoundCalls, type SearchedNumber } from "@/lib/contract/console/inbox/found-calls";
import { numberFaults } from "@/lib/contract/console/numbers";
import { knownName, listSaved } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { reasonLabel } from "@/lib/contract/shapes/call";
import { countOf } from "@/lib/format/format-count";
import { timeZoneOf } from "@/lib/format/format-time";
import { looksLikeId, looksLikeNumber } from "@/lib/format/looks-like";
import { callList } from "./call-list";
import { CallsHead } from "./calls-head";
import { CallsTable, callsTableId } from "./calls-table";
import { useEndQuestion } from "./end-in-list";
import { useShownCalls } from "./use-shown-calls";

const EndSessionById = deferred(async () => (await import("./end-session")).EndSessionById);

/** All calls that are known, whatever named them: those past their limit, those in progress, then the ended ones by day. */
export function CallsScreen() {
  const url = useUrlState();
  const input = readInput(callList, url.get, { timeZone: timeZoneOf(useZone()) });
  const query = useLastAnswer(useQuery({ ...read(listFoundCalls, input), placeholderData: (before) => before }));
  const { rows, live, waiting, ended, showWaiting } = useShownCalls(query.data, JSON.stringify(input));
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
            <NewRows waiting={waiting} ended={ended} onShow={showWaiting} />
            <div id={callsTableId}>
              <CallsTable
                calls={rows}
                ends={{ hasBefore: after !== undefined || waiting + ended > 0, hasAfter: next !== null }}
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

type NoCallsProps = { text: string | undefined; options: ListOptions; searched: SearchedNumber | null };

/** True for a text that can be the ID of a call, which the platform may know although nobody has seen it here. */
const canBeCallId = (text: string) => looksLikeId(text) && !looksLikeNumber(text);

/** A text that was not read as a number cannot be said to have no calls. */
function NoCalls({ text, options, searched }: NoCallsProps) {
  const mayOpen = useMay(getCall);
  const id = text !== undefined && mayOpen && canBeCallId(text) ? text : undefined;
  return (
    <NoRows
      spec={callList}
      options={options}
      unread={searched?.is === "unread" ? numberFaults[searched.fault] : undefined}
      none="A call appears here when the platform sends an event about it, or when you open its ID in the field above."
      filtered={
        id === undefined
          ? "A call is found here once an event named it, or somebody opened it by its ID."
          : "Nobody has opened a call with this ID here, and no event named it."
      }
    >
      {id !== undefined && (
        <Link className={buttonClass({ size: "small" })} href={`/calls/${idToPath(id)}`}>
          Read this ID from the platform
        </Link>
      )}
    </NoRows>
  );
}
