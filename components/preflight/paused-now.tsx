import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { read } from "@/lib/client/query";
import { type PauseCause, type PauseInForce, previewPause } from "@/lib/contract/console/automation/pauses";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";

const settleMs = 400;

type PausedNowProps = {
  cause: PauseCause;
  /** Undefined while it is not complete. */
  limit: object | undefined;
  campaigns: readonly string[] | null;
  pauses: readonly PauseInForce[];
};

/** Names the campaigns that would be paused within seconds. A campaign is not paused twice for one cause. */
export function PausedNow({ cause, limit, campaigns, pauses }: PausedNowProps) {
  const text = limit && JSON.stringify(limit);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  const preview = useQuery({
    ...read(previewPause, { cause, limit: settled ?? "" }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
  });
  if (settled === undefined || !preview.data) return null;
  const isNew = ({ campaign_id: id }: { campaign_id: string }) =>
    (campaigns?.includes(id) ?? true) && !pauses.some(({ campaign_id }) => campaign_id === id);
  const paused = preview.data.value.data.filter(isNew);
  if (paused.length === 0) return <p className="text-ink-2">This would pause no running campaign now.</p>;
  return (
    <div role="status">
      <p className="flex items-center gap-2 font-[550] text-wait-ink">
        <StatusIcon tone="wait" tinted />
        {countOf(paused.length, "campaign", "campaigns")} will be paused within seconds:
      </p>
      <ul className="mt-1 max-h-32 overflow-auto text-ink-2">
        {paused.map(({ campaign_id, name, why }) => (
          <li key={campaign_id} className="wrap-anywhere">
            <b className="font-[550]">{visibleControls(name ?? campaign_id)}</b>: {visibleControls(why)}
          </li>
        ))}
      </ul>
    </div>
  );
}
