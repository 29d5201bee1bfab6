import { useQuery } from "@tanstack/react-query";
import { isFirstRead } from "@/components/query/query-view";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { read } from "@/lib/client/query";
import { listRunningCampaigns } from "@/lib/contract/console/automation/acts";
import { listPauses } from "@/lib/contract/console/automation/pauses";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import type { Connection } from "@/lib/contract/console/connection";
import { countOf } from "@/lib/format/format-count";

export type SwitchDialogProps = {
  connection: Pick<Connection, "host" | "source">;
  /** Host of the new connection; null for the demo platform. */
  host: string | null;
  onConfirm: () => void;
  onClose: () => void;
};

const nameOf = (host: string | null) => host ?? "the demo platform";

/** Confirms a switch of the connection. Lists scheduled and running work left on the current platform. */
export function SwitchDialog({
  connection: { host: currentHost, source },
  host,
  onConfirm,
  onClose,
}: SwitchDialogProps) {
  const isSameHost = host === currentHost;
  const from = nameOf(source === "demo" ? null : currentHost);
  const leftBehind = useLeftBehind();
  return (
    <ConfirmDialog
      question={isSameHost ? "Replace the API key for all users?" : `Switch everyone to ${nameOf(host)}?`}
      confirmLabel="Switch"
      isReady={!leftBehind.isChecking}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {leftBehind.isChecking
        ? "Checking what is scheduled and running…"
        : leftBehindMessage(leftBehind.counts, { from, isKeyOnly: isSameHost })}
    </ConfirmDialog>
  );
}

type Counts = { planned: number; rules: number; running: number };

/** `counts` is undefined if they could not be read. */
function useLeftBehind(): { isChecking: boolean; counts?: Counts } {
  const reads = [
    useQuery(read(listPlanned, {})),
    useQuery(read(listPauses, {})),
    useQuery(read(listRunningCampaigns, {})),
  ] as const;
  const [planned, pauses, running] = [reads[0].data?.value, reads[1].data?.value, reads[2].data?.value];
  if (!planned || !pauses || !running) return { isChecking: reads.some(isFirstRead) };
  const counts = {
    planned: planned.data.filter(({ state }) => state === "planned").length,
    rules: [...pauses.rules, pauses.hours].filter(({ is_on }) => is_on).length,
    running: running.data.length,
  };
  return { isChecking: false, counts };
}

/** "2 scheduled actions and 3 running campaigns of the demo platform are not handled until you switch back." */
export function leftBehindMessage(
  counts: Counts | undefined,
  { from, isKeyOnly }: { from: string; isKeyOnly: boolean },
) {
  if (!counts) return `Could not read what is scheduled or running on ${from}.`;
  const { planned, rules, running } = counts;
  const parts = [
    ...(planned > 0 ? [countOf(planned, "scheduled action")] : []),
    ...(rules > 0 ? [countOf(rules, "rule that pauses campaigns", "rules that pause campaigns")] : []),
    ...(running > 0 ? [countOf(running, "running campaign")] : []),
  ];
  if (parts.length === 0) return `Nothing is scheduled or running on ${from}.`;
  const verb = planned + rules + running === 1 ? "is" : "are";
  return [
    `${isKeyOnly ? "If this key belongs to another account, " : ""}${new Intl.ListFormat("en").format(parts)} of ${from} ${verb} not handled until you switch back.`,
    ...(running > 0 ? ["Running campaigns keep calling."] : []),
    ...(planned > 0 ? ["Scheduled actions are missed if their time passes."] : []),
  ].join(" ");
}
