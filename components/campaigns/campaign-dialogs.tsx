"use client";

import { useQuery } from "@tanstack/react-query";
import { creditOf } from "@/components/record/money";
import { PhoneNumber } from "@/components/record/phone-number";
import { ConfirmDialog, type SendConfirmation } from "@/components/ui/overlay/confirm-dialog";
import { typeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import { read } from "@/lib/client/query";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { throughOf } from "@/lib/contract/console/campaign-counters";
import { getListsElsewhere } from "@/lib/contract/console/campaign-list";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { fieldsOf, usualText } from "@/lib/contract/fields";
import { formatMoney } from "@/lib/format/decimal";
import { countOf, formatCount, formatNumber } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { Check, notePlaceholder } from "./check";
import { HoursCheck, useHours } from "./hours-check";

type AskProps = SendConfirmation & {
  campaign_id: string;
  name: string | null | undefined;
  progress: CampaignProgress | null;
};

type StartDialogProps = AskProps & { verb: "start" | "resume"; record: Record<string, unknown> };

/** The question before calls begin, with all that is known of whether they can. */
export function StartDialog({ verb, campaign_id, name, record, progress, ...confirmation }: StartDialogProps) {
  const waiting = waitingOf(progress);
  const atOnce = concurrencyOf(record);
  const people = waiting === undefined ? undefined : countOf(waiting, "person", "people");
  const hours = useHours(record);
  const isStart = verb === "start";
  return (
    <ConfirmDialog
      question={`${isStart ? "Start" : "Resume"} ${name ?? "this campaign"}?`}
      {...confirmation}
      id={campaign_id}
      confirmLabel={`${isStart ? "Start" : "Resume"}${people && waiting ? `, call ${people}` : " the campaign"}`}
      stop={false}
    >
      <p>
        {waiting === 0 ? "Nobody is waiting to be called" : `${people ?? "Its contacts"} will be called`}
        {atOnce === undefined || waiting === 0 ? "" : `, ${atOnce} at a time`}
        {waiting === 0 ? "." : `, from ${(!hours?.isOpen && hours?.until) || "now"}.`}
      </p>
      <ul className="mt-3 rounded-2 border border-rule-2 text-ink" aria-label="Before it starts">
        <WaitingCheck waiting={waiting} />
        <NumberCheck record={record} />
        <HoursCheck {...{ campaign_id, record, hours, waiting }} pace={progress?.pace} />
        <CreditCheck record={record} waiting={waiting} />
        <ListsCheck campaign_id={campaign_id} />
      </ul>
    </ConfirmDialog>
  );
}

function waitingOf(progress: CampaignProgress | null): number | undefined {
  const far = progress ? throughOf(progress.counts) : undefined;
  return progress?.counts.waiting?.count ?? (far && far.total - far.through);
}

function concurrencyOf(record: Record<string, unknown>): number | undefined {
  const found = Object.entries(record).find(([name]) =>
    /^(max_)?(concurrency|concurrent_calls|parallel_calls)$/i.test(name),
  );
  return typeof found?.[1] === "number" ? found[1] : undefined;
}

function WaitingCheck({ waiting }: { waiting: number | undefined }) {
  if (waiting === undefined) return <Check tone="unknown">Unknown how many contacts are waiting</Check>;
  if (waiting === 0) return <Check tone="wait">No contacts waiting</Check>;
  return (
    <Check tone="ok">
      <b className="font-[550]">{countOf(waiting, "contact")}</b> waiting
    </Check>
  );
}

const numbersRead = { page: 1, limit: 100 };

/** The number that the record names, by its ID or as it is dialed, among those of the organization. */
function useNumber(record: Record<string, unknown>) {
  const numbers = useQuery(read(listPhoneNumbers, numbersRead));
  const named = usualText(record, "phone_number_id", "phone_number");
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
  const price = number?.localized_cost_per_minute;
  const minutes = number?.localized_currency === currency ? minutesFor(balance, price, waiting) : undefined;
  const notes = [
    isShort && `Below the minimum of ${fieldsOf(plan.pricing).min_credit_balance} ${currency}.`,
    minutes !== undefined &&
      `Enough for about ${minutes < 10 ? formatNumber(minutes, 1) : formatCount(Math.floor(minutes))} minutes${waiting === 1 ? "" : " per person"}, at ${formatRaw(price)} ${currency} a minute.`,
  ].filter(Boolean);
  const isTight = minutes !== undefined && minutes < 1;
  return (
    <Check
      tone={isShort ? "fault" : isTight ? "wait" : credit.isComparable ? "ok" : "unknown"}
      note={notes.length > 0 ? notes.join(" ") : undefined}
    >
      <b className="font-[550]">Credit:</b>{" "}
      <span title={`${formatRaw(balance)} ${currency}`}>
        {formatMoney(formatRaw(balance), currency)} {currency}
      </span>
    </Check>
  );
}

function minutesFor(balance: unknown, perMinute: unknown, contacts: number | undefined): number | undefined {
  const minutes = Number(balance) / Number(perMinute) / (contacts ?? 0);
  return Number.isFinite(minutes) && minutes >= 0 ? minutes : undefined;
}

/** Switchboard keeps no contact: it knows a list again, and not one number of it. */
function ListsCheck({ campaign_id }: { campaign_id: string }) {
  const found = useQuery(read(getListsElsewhere, { campaign_id })).data?.value.data;
  if (!found)
    return (
      <Check tone="live" note={notePlaceholder}>
        Checking where else its lists were uploaded
      </Check>
    );
  const [first, ...more] = found.elsewhere;
  if (first)
    return (
      <Check tone="wait" note={more.length > 0 ? `And to ${countOf(more.length, "other campaign")}` : undefined}>
        <b className="font-[550]">The same list</b> ({countOf(first.rows, "row")}) was also uploaded to{" "}
        {first.name ?? first.campaign_id}
      </Check>
    );
  if (found.lists === 0)
    return <Check tone="unknown">Contacts were not uploaded here: earlier calls are unknown</Check>;
  return (
    <Check tone="ok" note="Lists that differ are not compared">
      {found.lists === 1 ? "Its list was" : `Its ${found.lists} lists were`} not uploaded to another campaign from here
    </Check>
  );
}

/** Cancelling cannot be undone: the name is typed. */
export function CancelDialog({ campaign_id, name, progress, ...confirmation }: AskProps) {
  const waiting = waitingOf(progress);
  const active = progress?.counts.active?.count ?? 0;
  return (
    <ConfirmDialog
      question={`Cancel ${name ?? "this campaign"}?`}
      {...confirmation}
      id={campaign_id}
      typeToConfirm={typeToConfirm("campaign", campaign_id, name)}
      confirmLabel="Cancel campaign"
      keepLabel="Keep campaign"
    >
      <div className="mt-2 border-l-2 border-fault-fill pl-3">
        {waiting !== undefined && waiting > 0 && (
          <p className="font-semibold text-ink">{countOf(waiting, "person", "people")} will not be called.</p>
        )}
        <p>
          {active > 0
            ? `${countOf(active, "call is", "calls are")} in progress; the platform does not say what happens to them. `
            : "The platform does not say what happens to calls in progress. "}
          This cannot be undone.
        </p>
      </div>
    </ConfirmDialog>
  );
}
