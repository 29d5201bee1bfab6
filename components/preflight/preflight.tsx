import { useQuery } from "@tanstack/react-query";
import { PhoneNumber } from "@/components/record/phone-number";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { numbersRead } from "@/lib/client/numbers-read";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { countsIn, handledOf, waitingOf } from "@/lib/contract/console/campaign-counters";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { campaignOverlap } from "@/lib/contract/console/contact-lists";
import { firstText } from "@/lib/contract/fields";
import { creditOf } from "@/lib/contract/plan-credit";
import { countOf, formatCount, formatNumber } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { comparedMoney, moneyText } from "@/lib/format/money";
import { BlockedCheck, type BlockedQuestion } from "./blocked-check";
import { forReader, momentIn } from "./campaign-clock";
import { Check, notePlaceholder } from "./check";
import { HoursCheck, useHours } from "./hours-check";
import { PeopleHoursCheck } from "./people-hours-check";

type PreflightProps = {
  campaign_id: string;
  record: Record<string, unknown>;
  progress: CampaignProgress | null;
  blocked: BlockedQuestion;
  /** The moment for which it is checked, and the zone in which a person chose it; undefined for now. */
  atMs?: number | undefined;
  atZone?: string;
};

export function Preflight({ campaign_id, record, progress, blocked, atMs, atZone = "UTC" }: PreflightProps) {
  const shown = useZone();
  const hours = useHours(record, atMs);
  const waiting = waitingIn(record, progress);
  const atOnce = concurrencyOf(record);
  const planned = atMs === undefined ? "now" : momentIn(atMs, atZone, clock.nowMs());
  const opensMs = hours?.isOpen === false ? hours.untilMs : undefined;
  // A dialog with a chosen time names the reader's clock beside that time.
  const forYou = hours && opensMs !== undefined && atMs === undefined ? forReader(opensMs, hours.timezone, shown) : "";
  const from = hours && opensMs !== undefined ? hours.until + forYou : planned;
  return (
    <>
      <p>
        {waiting === 0
          ? "Nobody is waiting to be called."
          : [
              waiting === undefined
                ? "Unknown how many people will be called"
                : `${countOf(waiting, "person", "people")} will be called`,
              ...(atOnce === undefined ? [] : [`${atOnce} at a time`]),
              `from ${from}.`,
            ].join(", ")}
      </p>
      <ul className="mt-3 rounded-2 border border-rule-2 text-ink" aria-label="Before it starts">
        {waiting !== 0 && <BlockedCheck blocked={blocked} />}
        <NumberCheck record={record} />
        <HoursCheck {...{ campaign_id, record, hours, waiting, atMs }} pace={progress?.pace} />
        {waiting !== 0 && <PeopleHoursCheck {...{ campaign_id, hours, atMs }} />}
        <CreditCheck record={record} waiting={waiting} />
        {waiting !== 0 && <OverlapCheck campaign_id={campaign_id} total={handledOf(countsIn(record))?.total} />}
      </ul>
    </>
  );
}

/** Contacts that wait to be called, by the record or else by what is stored; undefined if unknown. */
export function waitingIn(record: Record<string, unknown>, progress: CampaignProgress | null): number | undefined {
  return waitingOf(countsIn(record, progress?.meanings)) ?? (progress ? waitingOf(progress.counts) : undefined);
}

/** Calls at once; undefined if the record does not say. */
export function concurrencyOf(record: Record<string, unknown>): number | undefined {
  const found = Object.entries(record).find(([name]) =>
    /^(max_)?(concurrency|concurrent_calls|parallel_calls)$/i.test(name),
  );
  return typeof found?.[1] === "number" ? found[1] : undefined;
}

/** The number that the record names, by its ID or as it is dialed, among those of the organization. */
export function useNumber(record: Record<string, unknown>) {
  const numbers = useQuery(read(listPhoneNumbers, numbersRead));
  const named = firstText(record, "phone_number_id", "phone_number");
  const items = numbers.data?.value.items ?? [];
  return {
    named,
    isRead: numbers.data !== undefined,
    isFailed: numbers.error !== null,
    number: items.find(({ id, phone_number }) => named !== undefined && (id === named || phone_number === named)),
  };
}

function NumberCheck({ record }: { record: Record<string, unknown> }) {
  const { named, number, isRead, isFailed } = useNumber(record);
  if (Object.keys(record).length === 0)
    return <Check tone="unknown">Number and hours unknown: the platform did not answer</Check>;
  if (named === undefined) return <Check tone="unknown">Its phone number is unknown</Check>;
  if (number)
    return (
      <Check tone={number.status === "active" ? "ok" : "fault"}>
        <PhoneNumber number={number.phone_number} /> is {formatRaw(number.status)}
      </Check>
    );
  if (isFailed) return <Check tone="unknown">Could not check whether its number is active</Check>;
  if (!isRead) return <Check tone="live">Checking its number</Check>;
  return <Check tone="wait">Its number is not among the first {numbersRead.limit} of this organization</Check>;
}

type CreditCheckProps = { record: Record<string, unknown>; waiting: number | undefined };

function CreditCheck({ record, waiting }: CreditCheckProps) {
  const limits = useQuery(read(getPlanLimits, {}));
  const { number } = useNumber(record);
  const plan = limits.data?.value.data;
  if (!plan)
    return limits.error ? (
      <Check tone="unknown">The credit could not be read</Check>
    ) : (
      <Check tone="live" note={notePlaceholder}>
        Checking the credit
      </Check>
    );
  const { localized_balance: balance, localized_currency: currency } = plan;
  if (!balance) return <Check tone="unknown">The platform does not report the credit</Check>;
  const credit = creditOf(plan);
  const isShort = credit.isComparable && credit.isShort;
  const [balanceText, minimumText] = credit.isComparable
    ? comparedMoney([credit.balance, credit.minimum], currency)
    : [moneyText(formatRaw(balance), currency), ""];
  const price = number?.localized_cost_per_minute;
  const minutes = number?.localized_currency === currency ? minutesFor(balance, price, waiting) : undefined;
  const notes = [
    isShort && `Below the minimum of ${minimumText}.`,
    minutes !== undefined &&
      `Enough for about ${minutes < 10 ? formatNumber(minutes, 1) : formatCount(Math.floor(minutes))} minutes${waiting === 1 ? "" : " per person"}, at ${moneyText(formatRaw(price), currency, true)} a minute. Calls to other countries may cost more.`,
  ].filter(Boolean);
  const isTight = minutes !== undefined && minutes < 1;
  return (
    <Check
      tone={isShort ? "fault" : isTight ? "wait" : "unknown"}
      note={notes.length > 0 ? notes.join(" ") : undefined}
    >
      <b className="font-[550]">Credit:</b> <span title={`${formatRaw(balance)} ${currency}`}>{balanceText}</span>
    </Check>
  );
}

function minutesFor(balance: unknown, perMinute: unknown, contacts: number | undefined): number | undefined {
  const minutes = Number(balance) / Number(perMinute) / (contacts ?? 0);
  return Number.isFinite(minutes) && minutes >= 0 ? minutes : undefined;
}

function OverlapCheck({ campaign_id, total }: { campaign_id: string; total: number | undefined }) {
  const { data, error } = useQuery(read(campaignOverlap, { campaign_id }));
  const found = data?.value;
  if (!found)
    return (
      <Check tone={error ? "unknown" : "live"} note={notePlaceholder}>
        {error ? "Could not check" : "Checking"} who of them is in another campaign
      </Check>
    );
  const { people, other_campaigns } = found;
  if (people === 0)
    return (
      <Check tone="unknown" note="We cannot tell whether these people are in another campaign">
        These contacts were added outside Switchboard
      </Check>
    );
  const outside = Math.max(0, (total ?? people) - people);
  const note = outside > 0 ? outsideMessage(outside) : undefined;
  const [first, ...more] = other_campaigns;
  if (!first)
    return (
      <Check tone={outside > 0 ? "unknown" : "ok"} note={note}>
        None of the {countOf(people, "person", "people")} uploaded here is in another campaign
      </Check>
    );
  return (
    <Check tone="wait" note={note}>
      <b className="font-[550]">
        {formatCount(first.people)} of {countOf(people, "person", "people")}
      </b>{" "}
      were also sent to {first.name ?? first.campaign_id} <TimeText at={first.begun_at} variant="relative" />
      {more.length > 0 && `, and some to ${countOf(more.length, "other campaign")}`}
    </Check>
  );
}

const outsideMessage = (people: number) =>
  `${countOf(people, "other person was", "other people were")} added outside Switchboard, and cannot be compared`;
