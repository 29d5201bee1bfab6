"use client";

import { TableFoot } from "@/components/data-table/table-foot";
import { ExportLink } from "@/components/query/export-link";
import { QueryView } from "@/components/query/query-view";
import { SavedViews } from "@/components/query/saved-views";
import { useMay } from "@/components/query/use-me";
import { deferred } from "@/components/ui/browser/deferred";
import { rows, useIntent } from "@/components/ui/browser/use-intent";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { PageHead } from "@/components/ui/page/page-head";
import { barClass, besideDrawerClass, drawerLayoutClass, drawerSpace } from "@/components/ui/page/section";
import { AnswerTitle } from "@/components/webhooks/answer-title";
import { RangeChip } from "@/components/webhooks/range-chip";
import { WebhooksNav } from "@/components/webhooks/webhooks-nav";
import { exportReceived, listOther } from "@/lib/contract/console/inbox/received";
import { countOf } from "@/lib/format/format-count";
import { MatchStrip } from "./match-strip";
import { answerWords } from "./match-words";
import { NothingReceived } from "./nothing-received";
import { ReceivedBand } from "./received-band";
import { ReceivedTable } from "./received-table";
import { type ReceivedState, useReceived } from "./use-received";

const EventDrawer = deferred(async () => (await import("./event-drawer")).EventDrawer, drawerSpace);
const OtherRequests = deferred(async () => (await import("./other-requests")).OtherRequests);
const MissingDeliveries = deferred(async () => (await import("./missing-deliveries")).MissingDeliveries);

export function ReceivedScreen() {
  const received = useReceived();
  const { url, opened, isRefused } = received;
  useIntent(rows, EventDrawer.load);
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

function ReceivedFoot({ received: { url, held, input }, next }: { received: ReceivedState; next: string | null }) {
  const isFirst = url.get("after") === undefined;
  const mayExport = useMay(exportReceived);
  const { after: _page, limit: _rows, ...filter } = input;
  return (
    <TableFoot
      end={
        <span className="flex items-center gap-3 print:hidden">
          {mayExport && (
            <ExportLink
              op={exportReceived}
              input={filter}
              className={buttonClass({})}
              title="Events as filtered, times in UTC"
            >
              <Icon name="dl" />
              CSV
            </ExportLink>
          )}
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

const searchDelayMs = 300;

function ReceivedBar({ received }: { received: ReceivedState }) {
  const { url, list, held } = received;
  const change = (changes: Record<string, string | undefined>, replaces = false) =>
    url.set({ ...changes, after: undefined, entry: undefined }, { replaces });
  const chip = (name: string) => ({
    value: url.get(name),
    onChange: (value: string | undefined) => change({ [name]: value }),
  });
  const names = list.data?.value.names ?? [];
  const campaigns = new Map(
    held.rows.flatMap(({ campaign_id, campaign_name }) =>
      campaign_id ? [[campaign_id, campaign_name ?? campaign_id] as const] : [],
    ),
  );
  const call = url.get("call");
  return (
    <div className={`${barClass({ wraps: true })} border-t-0 pt-0 [&>label]:min-w-[240px] [&>label]:flex-1`}>
      <UrlSearchField
        className="h-11 w-full"
        label="Number, name, call or event ID"
        aria-keyshortcuts="F"
        maxLength={300}
        delayMs={searchDelayMs}
        onText={(text) => change({ text }, true)}
      />
      <RangeChip log={received} />
      <FilterChip name="Event" options={names.map((value) => ({ value, label: value }))} {...chip("event")} />
      <FilterChip
        name="Campaign"
        options={[...campaigns].map(([value, label]) => ({ value, label }))}
        {...chip("campaign")}
      />
      {call !== undefined && <FilterChip name="Call" options={[{ value: call, label: call }]} {...chip("call")} />}
    </div>
  );
}

function ReceivedHead({ received: { match } }: { received: Pick<ReceivedState, "match"> }) {
  const answer = answerWords(match);
  const title = answer ? <AnswerTitle {...answer} /> : "Received events";
  return <PageHead title={title} actions={<WebhooksNav open="/webhooks/received" />} isAnswer />;
}
