"use client";

import { TableFoot } from "@/components/data-table/table-foot";
import { QueryView } from "@/components/query/query-view";
import { SavedViews } from "@/components/query/saved-views";
import { useMay } from "@/components/query/use-me";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { Switch } from "@/components/ui/fields/switch";
import { besideDrawerClass, drawerLayoutClass, drawerSpace } from "@/components/ui/page/section";
import { exportReceived, listOther } from "@/lib/contract/console/inbox/received";
import { pathOf } from "@/lib/contract/match";
import { countOf } from "@/lib/format/format-count";
import { MatchStrip } from "./match-strip";
import { NothingReceived } from "./nothing-received";
import { ReceivedBand } from "./received-band";
import { ReceivedBar } from "./received-bar";
import { ReceivedHead } from "./received-head";
import { ReceivedTable } from "./received-table";
import { type ReceivedState, useReceived } from "./use-received";

const EventDrawer = deferred(async () => (await import("./event-drawer")).EventDrawer, drawerSpace);
const OtherRequests = deferred(async () => (await import("./other-requests")).OtherRequests);
const MissingDeliveries = deferred(async () => (await import("./missing-deliveries")).MissingDeliveries);

export function ReceivedScreen() {
  const received = useReceived();
  const { url, opened, isRefused, isLive, setIsLive } = received;
  useAtRest(EventDrawer.load);
  useKeys({ T: () => setIsLive(!isLive) });
  return (
    <div className={drawerLayoutClass}>
      <div className={besideDrawerClass}>
        <ReceivedHead received={received} />
        <ReceivedBar received={received} />
        <MatchStrip received={received} />
        <Tabs isRefused={isRefused} />
        {isRefused ? <OtherRequests /> : <Arrivals received={received} />}
      </div>
      {opened !== undefined && (
        <EventDrawer key={opened} received={received} id={opened} onClose={() => url.close("entry")} />
      )}
    </div>
  );
}

function Tabs({ isRefused }: { isRefused: boolean }) {
  const other = { label: "Refused, cut and checks", params: { tab: "refused", entry: undefined }, isOn: isRefused };
  const arrivals = { label: "Arrivals", params: { tab: undefined }, isOn: !isRefused };
  return <SavedViews page="received" builtIn={useMay(listOther) ? [arrivals, other] : [arrivals]} />;
}

function Arrivals({ received }: { received: ReceivedState }) {
  const { list, match, matched } = received;
  const band = match?.band;
  if (matched === "missing") return <MissingDeliveries received={received} />;
  return (
    <QueryView
      query={list}
      label="the received events"
      level={2}
      isEmpty={({ data }) => data.length === 0}
      empty={<NothingReceived received={received} />}
    >
      {({ value: { next } }) => (
        <>
          {band && <ReceivedBand band={band} />}
          <ReceivedTable received={received} />
          <ReceivedFoot received={received} next={next} />
        </>
      )}
    </QueryView>
  );
}

function ReceivedFoot({
  received: { url, held, input, isLive, setIsLive },
  next,
}: {
  received: ReceivedState;
  next: string | null;
}) {
  const isFirst = url.get("after") === undefined;
  const mayExport = useMay(exportReceived);
  const { after: _page, limit: _rows, ...filter } = input;
  return (
    <TableFoot
      end={
        <span className="flex items-center gap-3 print:hidden">
          {mayExport && (
            <a
              data-slot="button"
              className={buttonClass({})}
              href={`/api${pathOf(exportReceived, filter)}`}
              title="Events as filtered, times in UTC"
              download
            >
              <Icon name="dl" />
              CSV
            </a>
          )}
          <Switch checked={isLive} onChange={setIsLive} title="New events appear automatically T" aria-keyshortcuts="T">
            Live
          </Switch>
          {!isFirst && <Button onClick={() => url.set({ after: undefined, entry: undefined })}>Newest</Button>}
          {next !== null && <Button onClick={() => url.set({ after: next, entry: undefined })}>Older</Button>}
        </span>
      }
    >
      {countOf(held.rows.length, "event")}
      {isFirst && next === null ? "" : " on this page"}. ×2 means that an event arrived twice.
    </TableFoot>
  );
}
