import { statusClass } from "@/components/status/status";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import type { PauseInForce, PauseSetting } from "@/lib/contract/console/automation/pauses";
import { idToPath } from "@/lib/contract/identifier";
import { visibleControls } from "@/lib/format/format-raw";

const tones: Record<NonNullable<PauseSetting["found"]>["state"], Tone> = {
  clear: "ok",
  crossed: "wait",
  unknown: "unknown",
  idle: "idle",
};

const outcomes = { ok: "paused", refused: "pause refused", unknown: "pause may or may not have taken effect" } as const;

/** The last finding of a rule or of hours, and the campaigns that it has paused. */
export function PausesInForce({ is_on, found, pauses }: Pick<PauseSetting, "is_on" | "found" | "pauses">) {
  if (!is_on) return null;
  return (
    <div className="text-sm/[18px]">
      {found ? (
        <span className={statusClass({ tone: tones[found.state], shape: "text" })}>
          <StatusIcon tone={tones[found.state]} tinted />
          <span className="min-w-0 whitespace-normal">{found.message}</span>
        </span>
      ) : (
        <span className="text-ink-3">Checks in a moment.</span>
      )}
      <PauseList pauses={pauses} />
    </div>
  );
}

/** The campaigns that were paused, until the cause is gone. */
export const PauseList = ({ pauses }: { pauses: readonly PauseInForce[] }) =>
  pauses.map(({ campaign_id, name, at, outcome, message, restarted_at }) => (
    <span key={campaign_id} className="block text-ink-2">
      <TextLink href={`/campaigns/${idToPath(campaign_id)}`} title={campaign_id}>
        {visibleControls(name ?? campaign_id)}
      </TextLink>{" "}
      {outcomes[outcome]} <TimeText at={at} variant="relative" quiet />
      {outcome !== "ok" && message && <>: “{visibleControls(message)}”</>}
      {restarted_at && ", resumed, left running"}
    </span>
  ));
