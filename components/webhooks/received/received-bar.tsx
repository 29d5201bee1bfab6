"use client";

import { FilterChip } from "@/components/ui/fields/filter-chip";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { barClass } from "@/components/ui/page/section";
import { RangeChip } from "@/components/webhooks/range-chip";
import type { ReceivedState } from "./use-received";

const searchDelayMs = 300;

export function ReceivedBar({ received }: { received: ReceivedState }) {
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
