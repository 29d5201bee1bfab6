import { and, eq, isNull } from "drizzle-orm";
import { rulePauses } from "@/lib/alerts/pause-settings";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { listRunningCampaigns } from "@/lib/contract/console/automation/acts";
import {
  defaultHours,
  defaultPauseLimit,
  listPauses,
  type PauseCause,
  previewPause,
} from "@/lib/contract/console/automation/pauses";
import { implement } from "@/lib/contract/console/context";
import { pauseLimits, weeklyHours } from "@/lib/contract/inputs/automation";
import { refused } from "@/lib/contract/problem";
import { savedTable } from "@/lib/db/console/tables/registry";
import { attempt } from "@/lib/format/attempt";
import { withoutUndefined } from "@/lib/format/json";
import type { SendAutomatically } from "@/lib/gateway/observation";
import { startTicker } from "@/lib/jobs/ticker";
import { createAutomaticSends, type SenderOptions } from "./automatic-sends";
import { CampaignPauses } from "./campaign-pauses";
import { hoursForAll, readHoursForAll } from "./hours-for-all";
import {
  campaignStates,
  createPauseConditions,
  crossedBy,
  mayBeRunning,
  type PauseCondition,
  wasRunning,
} from "./pause-conditions";
import { scheduledActions } from "./scheduled-actions";
import { createScheduledSender } from "./scheduled-sends";

const hourMs = 3_600_000;

type AutomationOptions = Collect &
  Omit<SenderOptions, "sends"> & {
    trail: AuditTrail;
    /** Replaces the intervals below. */
    tickMs?: number;
  };

const pausesMs = 3_000;
const scheduledActionsMs = 1_000;

export function createAutomation(options: AutomationOptions) {
  const { db, accountId, read, trail, isLeading, changed, log, tickMs } = options;
  const shared = { db, accountId, read, isLeading, changed, log };
  const running: { stop: () => Promise<unknown> }[] = [];

  function whenLeading(name: string, run: () => Promise<unknown>, everyMs: number) {
    const tick = async () => (isLeading() ? run() : undefined);
    running.push(startTicker({ name, everyMs, run: tick, log }));
  }

  return {
    automate(send: SendAutomatically) {
      const pauses = new CampaignPauses(shared);
      const scheduled = createScheduledSender({ ...shared, sends: createAutomaticSends(db, trail, send) });
      running.push(scheduled);
      whenLeading("campaign pauses", () => pauses.check(), tickMs ?? pausesMs);
      whenLeading("scheduled actions", scheduled.sendDue, tickMs ?? scheduledActionsMs);
      whenLeading("old scheduled actions", scheduled.removeOld, hourMs);
    },
    operations: [
      ...pauseOperations(shared),
      hoursForAll({ db, accountId, changed }),
      ...scheduledActions({ ...shared, demoKeyFingerprint: options.demoKeyFingerprint }),
    ],
    /** Resolves when all started sends have ended. */
    async close() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}

type PauseOptions = Pick<SenderOptions, "db" | "accountId"> & Pick<Collect, "read">;

function pauseOperations({ db, accountId, read }: PauseOptions) {
  const evaluate = createPauseConditions({ db, accountId, read });
  return [
    implement(listPauses, async () => ({
      rules: await rulePauses(db, accountId),
      hours: await readHoursForAll(db, accountId),
    })),

    implement(previewPause, async ({ cause, limit }) => {
      const condition = conditionOf(cause, limit);
      if (!condition) throw refused("bad_input", "This limit is not complete.");
      const now = clock.now();
      const running = (await campaignStates(db, accountId)).filter((campaign) => mayBeRunning(campaign, now));
      const evaluation = await evaluate(condition, { running, isNeeded: running.length > 0, now });
      const crossed = await crossedBy(running, evaluation);
      return {
        data: crossed.map(({ campaign: { campaign_id, name }, message }) => ({ campaign_id, name, why: message })),
      };
    }),

    implement(listRunningCampaigns, async () => {
      const [campaigns, known] = await Promise.all([
        campaignStates(db, accountId),
        db.$count(
          savedTable,
          and(
            eq(savedTable.accountId, accountId),
            eq(savedTable.resource, "campaigns"),
            isNull(savedTable.notFoundSince),
          ),
        ),
      ]);
      return {
        unread: known - campaigns.filter(({ status }) => status !== null).length,
        data: campaigns.filter(wasRunning).map(({ campaign_id, name, status, seenMs }) => ({
          campaign_id,
          name,
          status: status ?? "",
          seen_at: new Date(seenMs).toISOString(),
        })),
      };
    }),
  ];
}

/** Undefined for text that is no limit. */
function conditionOf(cause: PauseCause, text: string): PauseCondition | undefined {
  const json = attempt(() => JSON.parse(text) as unknown);
  if (cause === "calling_hours") {
    const hours = weeklyHours.safeParse(json).data;
    return hours && { cause, hours: { ...defaultHours, ...withoutUndefined(hours) } };
  }
  const limit = pauseLimits.safeParse(json).data;
  return limit && { cause, limit: { ...defaultPauseLimit, ...withoutUndefined(limit) } };
}
