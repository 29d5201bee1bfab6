import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { SettingRow } from "@/components/ui/page/setting-row";
import { TimeText } from "@/components/ui/time/time-text";
import {
  type CollectorStatus,
  type Pace,
  type PacedResource,
  type PaceSet,
  paceSetOf,
  paces,
  setPace,
  setPaceSet,
} from "@/lib/contract/console/collecting";
import { countOf, formatBytes, formatCount, formatNumber } from "@/lib/format/format-count";

const options = [
  { value: "gentle", label: "Gentle" },
  { value: "normal", label: "Normal" },
  { value: "fast", label: "Fast" },
] as const;

/** How often the platform is polled, and what is not polled at all. */
export function PollingRows({ paces: polled }: Pick<CollectorStatus, "paces">) {
  const set = paceSetOf(polled);
  const choose = useOwnSend(setPaceSet, "Change how often the platform is polled");
  const shown = choose.isPending ? choose.variables.set : set;
  return (
    <>
      <SettingRow title="Polling" note={pollingMessage(polled)} isWide>
        <SegmentedControl
          label="Polling"
          options={options}
          value={shown}
          onChange={(next) => next !== shown && choose.mutate({ set: next })}
        />
      </SettingRow>
      {polled
        .filter(({ is_on }) => !is_on)
        .map((pace) => (
          <OffRow key={pace.resource} pace={pace} set={set} />
        ))}
    </>
  );
}

const setLabels: Record<PaceSet, string> = { gentle: "Gentle", normal: "Normal", fast: "Fast" };

/** "Normal: the webhook log every minute, campaigns every 30 s. About 340 requests and 2 MB an hour." */
export function pollingMessage(polled: readonly Pace[]): string {
  const on = polled.filter(({ is_on }) => is_on);
  const set = paceSetOf(polled);
  const main = on.flatMap(({ resource, every_seconds }) =>
    resource === "deliveries" || resource === "campaigns"
      ? [`${names[resource].toLowerCase()} ${everyWords(every_seconds)}`]
      : [],
  );
  const sum = (name: "requests_an_hour" | "bytes_an_hour") => on.reduce((total, pace) => total + pace[name], 0);
  const title = set ? setLabels[set] : "Own intervals, set before";
  return `${[title, main.join(", ")].filter(Boolean).join(": ")}. About ${countOf(sum("requests_an_hour"), "request")} and ${formatBytes(sum("bytes_an_hour"))} an hour.`;
}

/** "48 tasks, 2 failed." */
export const pollsMessage = ({ task_count, failing_count }: Pick<CollectorStatus, "task_count" | "failing_count">) =>
  `${countOf(task_count, "task")}, ${failing_count === 0 ? "none" : formatCount(failing_count)} failed.`;

const names: Record<PacedResource, string> = {
  deliveries: "Webhook log",
  campaigns: "Campaigns",
  "phone-numbers": "Phone numbers",
  "plan-limits": "Plan and credit",
  credentials: "Server credentials",
  webhooks: "Webhooks",
  assistants: "Assistants",
  workflows: "Workflows",
  tools: "Tools",
  calls: "Calls",
};

/** Switched on again with the interval of the chosen set, so that no interval of its own stays behind. */
function OffRow({ pace: { resource, every_seconds, set_by, set_at }, set }: { pace: Pace; set: PaceSet | undefined }) {
  const name = names[resource];
  const change = useOwnSend(setPace, "Switch on", name);
  return (
    <SettingRow
      title={`${name}: not polled`}
      note={
        <>
          {unknownIfOff[resource]}
          {set_by && set_at && (
            <>
              {" "}
              Switched off by {set_by} on <TimeText at={set_at} variant="day" quiet />.
            </>
          )}
        </>
      }
    >
      <Button
        aria-label={`Switch on: ${name}`}
        isSending={change.isPending}
        sendingLabel="Switching on…"
        onClick={() =>
          change.mutate({ resource, is_on: true, every_seconds: set ? paces[resource][set] : every_seconds })
        }
      >
        Switch on
      </Button>
    </SettingRow>
  );
}

const changesUnknown = "Changes made outside Switchboard are no longer recorded, and raise no alert.";

/** Consequence of not polling a resource. */
const unknownIfOff: Record<PacedResource, string> = {
  deliveries:
    "From then on it is unknown which deliveries arrive, are retried or fail. They raise no alert. The platform forgets old deliveries, so they may never be known.",
  campaigns:
    "Progress and expected ends are no longer known. A campaign that stalls raises no alert, and no rule can pause one whose calls fail.",
  "phone-numbers": "A suspended number raises no alert.",
  "plan-limits": "A low balance raises no alert and pauses no campaign.",
  credentials: "A credential that stops syncing raises no alert.",
  webhooks: "New, changed and removed webhooks are no longer noticed.",
  assistants: changesUnknown,
  workflows: changesUnknown,
  tools: changesUnknown,
  calls: "The state of a call is no longer known, and a call past its limit raises no alert.",
};

/** "every 30 s", "every 5 min", "hourly", "daily". */
export function everyWords(seconds: number): string {
  const [amount, unit] =
    seconds < 90 ? [seconds, "s"] : seconds < 5_400 ? [seconds / 60, "min"] : [seconds / 3_600, "h"];
  if (seconds === 60) return "every minute";
  if (seconds === 3_600) return "hourly";
  if (seconds === 86_400) return "daily";
  return `every ${formatNumber(amount, 0, 1)} ${unit}`;
}
