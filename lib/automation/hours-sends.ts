import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { getCampaign, pauseCampaign } from "@/lib/contract/api/campaigns";
import { isRetriedOutcome } from "@/lib/contract/console/automation/planned";
import { nextChange } from "@/lib/contract/console/campaign-hours";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { unwrapped } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import type { plannedActionTable } from "@/lib/db/console/tables/automation";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import type { SendEnd } from "./automatic-sends";
import { lastAccepted } from "./campaign-guard";
import { closedHours } from "./hours-for-all";
import { endHours, hoursRowOf } from "./set-hours";

/** First part of the detail of such sends in the audit log. */
export const hoursDetail = { automatic: "hours" };

type PlannedRow = typeof plannedActionTable.$inferSelect;
type CheckOptions = Pick<Collect, "accountId" | "read"> & { db: Database };
type Check = { skipped: string } | { refused: string } | { unread: string } | undefined;

/** Why an action of the set hours is not sent; undefined if it is. A pause by a person lasts until a person resumes. */
export async function checkHours(options: CheckOptions, row: PlannedRow): Promise<Check> {
  const { db, accountId } = options;
  const hours = await hoursRowOf(db, row);
  if (!hours) return { skipped: "The hours were switched off." };
  if (!nextChange(hours, row.at.getTime())) return { refused: `the time zone or times are not known: ${hours.zone}` };
  const stage = await stageNow(options, row.campaignId);
  if (stage === "ended") {
    await endHours(db, row);
    return { skipped: "The campaign has ended, so its hours were switched off." };
  }
  if (stage === "unstarted") return { skipped: "The campaign has not started." };
  if (row.action === "pause") return stage === "paused" ? { skipped: "The campaign was already paused." } : undefined;
  if (stage === "unread") return { unread: "the campaign could not be checked" };
  if (stage === "running") return { skipped: "The campaign was already running." };
  const { last, lastByOthers } = await lastAccepted(db, row.campaignId);
  if (lastByOthers?.action === pauseCampaign.id)
    return { skipped: `${lastByOthers.actor ?? "Somebody"} paused it. It stays paused until somebody resumes it.` };
  if (!last?.isByHours) return { skipped: "The hours did not pause it. It stays paused until somebody resumes it." };
  return (await closedHours({ db, accountId }, row.campaignId, clock.now()))
    ? { refused: "it is outside the calling hours for all campaigns" }
    : undefined;
}

async function stageNow({ read }: CheckOptions, campaign_id: string) {
  const record = await read(getCampaign, { campaign_id }).then(
    ({ raw }) => unwrapped(raw),
    (error) => (error instanceof Problem && error.code === "not_found" ? "ended" : "unread"),
  );
  if (record === "ended" || record === "unread") return record;
  return isPlainObject(record) ? stageOf(statusIn(record)) : undefined;
}

const retryMs = 60_000;

export const isHoursRetry = ({ isByHours, at }: PlannedRow, { outcome, status }: SendEnd, lateSince: Date) =>
  isByHours && isRetriedOutcome({ state: outcome, status }) && at > lateSince;

export const hoursRetryAt = () => new Date(clock.nowMs() + retryMs);

/** An action of the hours is late when the next one is due. */
export async function isHoursLate(db: Database, row: PlannedRow): Promise<boolean> {
  const hours = await hoursRowOf(db, row);
  const next = hours && nextChange(hours, row.at.getTime());
  return next !== undefined && next.ms <= clock.nowMs();
}
