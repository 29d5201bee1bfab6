import { useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { ExportedTable } from "@/components/data-table/exported-table";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Select } from "@/components/ui/fields/input";
import { Switch } from "@/components/ui/fields/switch";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { type Pace, type PacedResource, paces, setPace } from "@/lib/contract/console/kept";
import { countOf, formatBytes, formatCount, formatNumber } from "@/lib/format/format-count";

type Name = { name: string; note: string };

const known = "Those in the list; at once after a change";

const names: Record<PacedResource, Name> = {
  deliveries: { name: "Webhook log", note: "More often while someone has it open, less often when it is quiet" },
  campaigns: { name: "Campaigns", note: "More often while someone has it open, less often when finished" },
  "phone-numbers": { name: "Phone numbers", note: "Whole list" },
  "plan-limits": { name: "Plan and credit", note: "Limits, prices and balance" },
  credentials: { name: "Server credentials", note: "Whole list" },
  webhooks: { name: "Webhooks", note: "Whole list" },
  assistants: { name: "Assistants", note: known },
  workflows: { name: "Workflows", note: known },
  tools: { name: "Tools", note: known },
  calls: { name: "Calls", note: "Those in the list, less often once ended" },
};

const paceColumns: readonly DataColumn<Pace>[] = [
  {
    id: "what",
    header: "What",
    cell: ({ resource }) => (
      <>
        <b className="block font-[550]">{names[resource].name}</b>
        <small className="block text-sm/[17px] text-ink-3">{names[resource].note}</small>
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
    header: "On",
    cell: (pace) => <PaceSwitch pace={pace} />,
    csv: ({ is_on }) => (is_on ? "yes" : "no"),
    fit: true,
    num: true,
  },
];

const knownWords = (count: number) => (count === 0 ? "none yet" : countOf(count, "record"));

const paceId = ({ resource }: Pace) => resource;

export function PaceTable({ paces: rows }: { paces: readonly Pace[] }) {
  const on = rows.filter(({ is_on }) => is_on);
  const requests = on.reduce((sum, { requests_an_hour }) => sum + requests_an_hour, 0);
  const bytes = on.reduce((sum, { bytes_an_hour }) => sum + bytes_an_hour, 0);
  return (
    <ExportedTable
      name="paces"
      caption="How often the platform is polled"
      columns={paceColumns}
      rows={rows}
      rowId={paceId}
      foot={`About ${countOf(requests, "request")} and ${formatBytes(bytes)} per hour in total. People’s requests go first.`}
    />
  );
}

const useSetPace = ({ resource }: Pace) => useOwnSend(setPace, "Change how often", names[resource].name);

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
      isSending={set.isPending}
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

/** Polling is switched off only after a question, because what happens until it is on again stays unknown. */
function PaceSwitch({ pace }: { pace: Pace }) {
  const { resource, is_on, every_seconds, set_by } = pace;
  const set = useSetPace(pace);
  const [isAsked, setIsAsked] = useState(false);
  const change = (isOn: boolean) =>
    set.mutate({ resource, is_on: isOn, every_seconds }, { onSettled: () => setIsAsked(false) });
  return (
    <>
      <Switch
        checked={is_on}
        aria-label={names[resource].name}
        aria-haspopup={is_on ? "dialog" : undefined}
        title={set_by ? `Set by ${set_by}` : undefined}
        isSending={set.isPending}
        onChange={(isOn) => (isOn ? change(true) : setIsAsked(true))}
      />
      {isAsked && (
        <ConfirmDialog
          question={`Stop polling: ${names[resource].name}?`}
          sends={`POST /console/collector/pace/${resource}`}
          confirmLabel="Stop polling"
          isSending={set.isPending}
          onConfirm={() => change(false)}
          onClose={() => setIsAsked(false)}
        >
          {unknownIfOff[resource]}
        </ConfirmDialog>
      )}
    </>
  );
}

const changesUnknown = "Changes made outside Switchboard are no longer recorded, and raise no alert.";

/** Consequence of not polling a resource. */
const unknownIfOff: Record<PacedResource, string> = {
  deliveries:
    "From then on it is unknown which deliveries arrive, are retried or fail. They raise no alert. The platform forgets old deliveries, so they may never be known.",
  campaigns:
    "Progress and expected ends are no longer known. A campaign that stalls raises no alert, and failed calls cannot pause a campaign.",
  "phone-numbers": "A suspended number raises no alert.",
  "plan-limits": "A low balance raises no alert, and cannot pause a campaign.",
  credentials: "A credential that stops syncing raises no alert.",
  webhooks: "New, changed and removed webhooks are no longer noticed.",
  assistants: changesUnknown,
  workflows: changesUnknown,
  tools: changesUnknown,
  calls: "The state of a call is no longer known, and a call past its limit raises no alert.",
};

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
