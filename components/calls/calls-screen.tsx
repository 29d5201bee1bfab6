"use client";

import { useQuery } from "@tanstack/react-query";
import { ExportLink } from "@/components/query/export-link";
import { useMay } from "@/components/query/use-me";
import { OpenById } from "@/components/registry/open-by-id";
import { RegistryRecords } from "@/components/registry/registry-records";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass, linkClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { Link } from "@/components/ui/buttons/link";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { PageHead } from "@/components/ui/page/page-head";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import { addAddress } from "@/lib/contract/console/inbox/addresses";
import { exportFoundCalls, type FoundCall, listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { addRecords } from "@/lib/contract/console/saved";
import { formatCount } from "@/lib/format/format-count";
import { timeZoneOf } from "@/lib/format/format-time";
import { callFilters, exportFilter, filterNames, liveCalls } from "./call-filters";
import { EndedCalls } from "./ended-calls";
import { clockOf } from "./found-call";
import { LiveCalls } from "./live-calls";

const AddRecords = deferred(async () => (await import("@/components/registry/add-records")).AddRecords);

const views = [
  { value: "found", label: "From events" },
  { value: "opened", label: "Opened here" },
] as const;

type View = (typeof views)[number]["value"];

/** Calls found in events, and those that someone opened or added by ID. */
export function CallsScreen() {
  const url = useUrlState();
  const filters = callFilters(url.get, timeZoneOf(useZone()));
  const live = useQuery(read(listFoundCalls, liveCalls));
  const isReceiving = live.data?.value.receives ?? true;
  const chosen = views.find(({ value }) => value === url.get("view"))?.value;
  const mayOpen = useMay(getCall);
  const view: View = mayOpen ? (chosen ?? (isReceiving ? "found" : "opened")) : "found";
  const mayAdd = useMay(addRecords);
  const isAdding = mayAdd && url.get("ask") === "add";
  const ask = (what: "add" | undefined) => url.set({ ask: what }, { replaces: true });
  const show = (next: View) => {
    const cleared = Object.fromEntries([...filterNames, "after"].map((name) => [name, undefined]));
    url.set({ ...cleared, view: next === (isReceiving ? "found" : "opened") ? undefined : next });
  };
  useAtRest(AddRecords.load);

  return (
    <>
      <PageHead
        title="Calls"
        actions={
          <>
            {mayOpen && <SegmentedControl label="Calls" options={views} value={view} onChange={show} />}
            {view === "found" && (
              <>
                {mayAdd && (
                  <Button icon="plus" aria-haspopup="dialog" onClick={() => ask("add")}>
                    Add by ID
                  </Button>
                )}
                <ExportLink
                  op={exportFoundCalls}
                  input={exportFilter(filters)}
                  className={buttonClass({})}
                  title="Calls as filtered, times in UTC"
                >
                  <Icon name="dl" />
                  Export CSV
                </ExportLink>
              </>
            )}
          </>
        }
      >
        <HeadMessage calls={live.data?.value.data} isReceiving={isReceiving} />
      </PageHead>
      {(isReceiving || view === "found") && <LiveCalls query={live} />}
      {view === "found" ? <EndedCalls input={filters} /> : <OpenedCalls />}
      {isAdding && <AddRecords resource="calls" onClose={() => ask(undefined)} />}
    </>
  );
}

type HeadMessageProps = { calls: readonly FoundCall[] | undefined; isReceiving: boolean };

function HeadMessage({ calls = [], isReceiving }: HeadMessageProps) {
  const mayAdd = useMay(addAddress);
  const nowMs = useNow();
  if (!isReceiving)
    return (
      <>
        Calls fill themselves once the platform sends its events here.{" "}
        {mayAdd ? (
          <Link className={linkClass} href="/webhooks/address">
            Set up the address
          </Link>
        ) : (
          "An admin can set up the address."
        )}
      </>
    );
  const late = nowMs === undefined ? 0 : calls.filter((call) => clockOf(call, nowMs).isLate).length;
  if (calls.length === 0) return "Calls from the platform’s events.";
  return `${formatCount(calls.length)} in progress${late > 0 ? `, ${formatCount(late)} of them past ${late === 1 ? "its" : "their"} limit` : ""}.`;
}

/** Calls of the registry. The platform has no list of calls. */
function OpenedCalls() {
  return (
    <>
      <OpenById base="calls" label="Open by ID" hint="It is added to this list for everyone." />
      <RegistryRecords resource="calls" empty="Paste a call’s ID above." />
    </>
  );
}
