"use client";

import { useMutation } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { TableFoot } from "@/components/data-table/table-foot";
import { ExportCsv } from "@/components/data-table/table-tools";
import { useSendFault } from "@/components/send/use-send-fault";
import { Select } from "@/components/ui/fields/input";
import { Switch } from "@/components/ui/fields/switch";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { type CollectorStatus, type Pace, type PacedResource, paces, setPace } from "@/lib/contract/console/kept";
import { countOf, formatBytes, formatCount, formatNumber } from "@/lib/format/format-count";

type Name = { name: string; note: (every: number) => string };

const wholeList = () => "Whole list";

const names: Record<PacedResource, Name> = {
  deliveries: {
    name: "Webhook log",
    note: (every) =>
      `${everyWords(Math.max(5, every / 4))} while someone is looking, ${everyWords(every * 5)} after an hour without entries`,
  },
  campaigns: {
    name: "Campaigns",
    note: (every) =>
      `${everyWords(Math.max(5, every / 3))} while someone is looking, ${everyWords(every * 20)} when finished`,
  },
  "phone-numbers": { name: "Phone numbers", note: wholeList },
  "plan-limits": { name: "Plan and credit", note: () => "Limits, prices and balance" },
  credentials: { name: "Server credentials", note: wholeList },
  webhooks: { name: "Webhooks", note: wholeList },
  assistants: { name: "Assistants", note: knownNote },
  workflows: { name: "Workflows", note: knownNote },
  tools: { name: "Tools", note: knownNote },
  calls: { name: "Calls", note: (every) => `Known ones, ${everyWords(every * 24)} once ended` },
};

function knownNote() {
  return "Known ones; at once after a change";
}

const paceColumns: readonly DataColumn<Pace>[] = [
  {
    id: "what",
    header: "What",
    cell: ({ resource, every_seconds }) => (
      <>
        <b className="block font-[550]">{names[resource].name}</b>
        <small className="block text-sm/[17px] text-ink-3">{names[resource].note(every_seconds)}</small>
      </>
    ),
    sortBy: ({ resource }) => names[resource].name,
    isRowHeader: true,
    className:
      "max-narrow:col-span-full [tbody_&]:max-w-none [tbody_&]:overflow-visible [tbody_&]:py-1.5 [tbody_&]:whitespace-normal",
  },
  {
    id: "cost",
    header: "Requests per hour",
    cell: ({ is_on, tasks, requests_an_hour }) =>
      is_on ? (
        <>
          {formatCount(requests_an_hour)}
          <span className="text-ink-3 narrow:hidden"> {requests_an_hour === 1 ? "request" : "requests"} an hour</span>
          {tasks !== 1 && (
            <small className="text-sm/[17px] text-ink-3 narrow:block max-narrow:before:content-[',_']">
              {knownWords(tasks)}
            </small>
          )}
        </>
      ) : (
        <span className="text-ink-3">none</span>
      ),
    sortBy: ({ is_on, requests_an_hour }) => (is_on ? requests_an_hour : 0),
    fit: true,
    num: true,
    className: "max-narrow:col-span-full max-narrow:text-left",
  },
  {
    id: "every",
    header: "How often",
    cell: (pace) => <PaceChoice pace={pace} />,
    csv: ({ every_seconds }) => `every ${every_seconds} s`,
    fit: true,
  },
  {
    id: "on",
    header: "Read",
    cell: (pace) => <PaceSwitch pace={pace} />,
    csv: ({ is_on }) => (is_on ? "yes" : "no"),
    fit: true,
    num: true,
  },
];

const knownWords = (count: number) => (count === 0 ? "none known yet" : `${formatCount(count)} known`);

const paceId = ({ resource }: Pace) => resource;

export function PaceTable({ stored }: { stored: CollectorStatus }) {
  const on = stored.paces.filter(({ is_on }) => is_on);
  const sum = (amountOf: (pace: Pace) => number) => on.reduce((all, pace) => all + amountOf(pace), 0);
  return (
    <>
      <DataTable
        name="paces"
        caption="How often the platform is read"
        columns={paceColumns}
        rows={stored.paces}
        rowId={paceId}
      />
      <TableFoot end={<ExportCsv name="pace" columns={paceColumns} rows={stored.paces} />}>
        About{" "}
        {countOf(
          sum((pace) => pace.requests_an_hour),
          "request",
        )}{" "}
        and {formatBytes(sum((pace) => pace.bytes_an_hour))} per hour in total. Slow answers take at most a tenth of the
        time, and people’s requests go first.
      </TableFoot>
    </>
  );
}

function useSetPace({ resource, every_seconds }: Pace) {
  const toast = useToast();
  const showFault = useSendFault();
  return useMutation({
    ...write(setPace),
    onSuccess: (_answer, { is_on, every_seconds: every }) => {
      const { name } = names[resource];
      const title = is_on === false ? `${name}: no longer read` : `${name}: read ${everyWords(every ?? every_seconds)}`;
      toast({ title });
    },
    onError: (error) => showFault(error, "Change how often", "collector"),
  });
}

function PaceChoice({ pace }: { pace: Pace }) {
  const { resource, is_on, every_seconds } = pace;
  const set = useSetPace(pace);
  return (
    <Select
      size="small"
      className="w-[124px] max-narrow:w-[168px]"
      aria-label={`How often: ${names[resource].name}`}
      value={every_seconds}
      disabled={!is_on}
      onChange={(event) => set.mutate({ resource, is_on, every_seconds: Number(event.target.value) })}
    >
      {choicesFor(paces[resource], everySeconds, every_seconds).map((seconds) => (
        <option key={seconds} value={seconds}>
          {everyWords(seconds)}
        </option>
      ))}
    </Select>
  );
}

function PaceSwitch({ pace }: { pace: Pace }) {
  const { resource, is_on, every_seconds, set_by } = pace;
  const set = useSetPace(pace);
  return (
    <Switch
      checked={is_on}
      aria-label={names[resource].name}
      title={set_by ? `Set by ${set_by}` : undefined}
      onChange={(isOn) => set.mutate({ resource, is_on: isOn, every_seconds })}
    />
  );
}

const everySeconds = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400] as const;
/** Choices within limits. Always includes the current value. */
export function choicesFor({ least, most }: { least: number; most: number }, all: readonly number[], now: number) {
  return [...new Set([...all.filter((seconds) => seconds >= least && seconds <= most), now])].toSorted((a, b) => a - b);
}

/** "every 30 s", "every 5 min", "hourly", "daily". */
export function everyWords(seconds: number): string {
  const [amount, unit] =
    seconds < 90 ? [seconds, "s"] : seconds < 5_400 ? [seconds / 60, "min"] : [seconds / 3_600, "h"];
  if (seconds === 60) return "every minute";
  if (seconds === 3_600) return "hourly";
  if (seconds === 86_400) return "daily";
  return `every ${formatNumber(amount, 0, 1)} ${unit}`;
}
