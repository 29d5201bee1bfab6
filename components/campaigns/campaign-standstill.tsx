"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { listAlerts } from "@/lib/contract/console/alerts";
import { throughOf } from "@/lib/contract/console/campaign-counters";
import { hoursAt, hoursIn } from "@/lib/contract/console/campaign-hours";
import type { CampaignProgress as Progress } from "@/lib/contract/console/campaign-progress";
import { idToPath } from "@/lib/contract/identifier";
import { countOf } from "@/lib/format/format-count";
import { formatMoment } from "@/lib/format/format-time";
import { stillFor } from "./progress-messages";

const SnoozeDialog = deferred(async () => (await import("@/components/send/snooze-dialog")).SnoozeDialog);

type StandsStillProps = { campaign_id: string; progress: Progress; record: Record<string, unknown> };

/** That a campaign has not moved for longer than it should, with who waits. */
export function StandsStill({ campaign_id, progress, record }: StandsStillProps) {
  const { pace, counts, read_at } = progress;
  const zone = useZone();
  const far = throughOf(counts);
  if (!pace.stillSince || !far) return null;
  const hours = hoursIn(record);
  const open = hours && hoursAt(hours, Date.parse(read_at));
  const active = counts.active?.count ?? 0;
  const waiting = counts.waiting?.count ?? far.total - far.through;
  const title = `No movement for ${stillSpan(progress)}`;
  return (
    <Snoozable campaign_id={campaign_id} title={title}>
      <p>
        {countOf(waiting, "person is", "people are")} waiting, and nothing has changed since {atLeast(progress)}
        <TimeText at={pace.stillSince} variant="moment" />.
        {open?.isOpen &&
          open.untilMs &&
          ` Calling hours are open until ${formatMoment(open.untilMs, zone, Date.parse(read_at))}.`}
        {active > 0 && ` ${countOf(active, "call has", "calls have")} been in progress all that time.`}
      </p>
    </Snoozable>
  );
}

/** The campaign may have stalled before it was first seen. */
const atLeast = ({ pace, first_seen_at }: Progress) => (pace.stillSince === first_seen_at ? "at least " : "");

export const stillSpan = (progress: Progress) =>
  `${atLeast(progress)}${stillFor(progress.pace.stillSince ?? progress.read_at, progress.read_at)}`;

type SnoozableProps = { campaign_id: string; title: string; children: ReactNode };

/** The notice; where it is an alert as well it can be snoozed, and is one line then. */
function Snoozable({ campaign_id, title, children }: SnoozableProps) {
  const alerts = useQuery(read(listAlerts, {})).data?.value.data ?? [];
  const href = `/campaigns/${idToPath(campaign_id)}`;
  const alert = alerts.find((each) => each.rule === "campaign_still" && each.href === href);
  const [isAsking, setIsAsking] = useState(false);
  useAtRest(SnoozeDialog.load);
  if (alert?.snoozed)
    return (
      <p className="px-(--gutter) pt-4 text-sm/[17px] text-ink-3" role="status">
        {title}, snoozed
        {alert.snoozed.until ? (
          <>
            {" "}
            until <TimeText at={alert.snoozed.until} variant="short-time" quiet />
          </>
        ) : (
          " until it changes"
        )}
        {alert.snoozed.for_everyone && ` for everyone, by ${alert.snoozed.by}`}
      </p>
    );
  return (
    <div className="px-(--gutter) pt-4">
      <Notice tone="wait" role="status" title={title}>
        {children}
        {alert && (
          <Button size="small" className="mt-2" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            Snooze…
          </Button>
        )}
      </Notice>
      {isAsking && alert && <SnoozeDialog alert={alert} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
