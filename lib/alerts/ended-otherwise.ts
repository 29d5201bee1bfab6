import { and, desc, eq, gt, sql } from "drizzle-orm";
import { hasEnded } from "@/lib/collector/polling/pace";
import { cancelCampaign, pauseCampaign } from "@/lib/contract/api/campaigns";
import { byActor } from "@/lib/contract/console/automation/actors";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { isVersionOf, recordVersionTable } from "@/lib/db/console/tables/collector";
import { blockedConfirmationTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import { isPlainObject, textIn } from "@/lib/format/json";
import type { AlertRow } from "./engine";
import { rowsOf } from "./rule";

const resources = {
  credential_sync: "credentials",
  number_suspended: "phone-numbers",
  campaign_still: "campaigns",
  calls_failing: "campaigns",
  blocked_waiting: "campaigns",
  call_long: "calls",
} as const;

/**
 * Why an alert ended without recovery: its record was removed, paused or ended. Undefined if it
 * recovered.
 */
export async function endedOtherwise(db: Database, alert: AlertRow): Promise<string | undefined> {
  const resource = Object.entries(resources).find(([rule]) => rule === alert.rule)?.[1];
  if (resource === undefined) return undefined;
  const { accountId, ref, subject } = alert;
  const [version] = await db
    .select({ goneAt: recordVersionTable.goneAt, record: recordVersionTable.record })
    .from(recordVersionTable)
    .where(isVersionOf({ accountId, resource, ref }))
    .orderBy(desc(recordVersionTable.id))
    .limit(1);
  if (!version) return undefined;
  if (version.goneAt !== null) return `${subject} is no longer on the platform.`;
  const record = isPlainObject(version.record) ? version.record : {};
  if (resource === "calls") return hasEnded(textIn(record.status) ?? null) ? `${subject} has ended.` : undefined;
  if (alert.rule === "blocked_waiting") return blockedWords(db, alert, stageOf(statusIn(record)));
  return resource === "campaigns" ? campaignWords(db, alert, stageOf(statusIn(record))) : undefined;
}

/** A campaign that runs has recovered. One that still waits has not: somebody confirmed, or nobody in it is blocked now. */
async function blockedWords(db: Database, alert: AlertRow, stage: ReturnType<typeof stageOf>) {
  if (stage === "running") return undefined;
  const { accountId, ref, subject, message, since } = alert;
  if (stage === "ended") return campaignWords(db, alert, stage);
  const confirmed = blockedConfirmationTable;
  const [last] = await db
    .select({ by: confirmed.by })
    .from(confirmed)
    .where(and(eq(confirmed.accountId, accountId), eq(confirmed.campaignId, ref), gt(confirmed.at, since)));
  if (last) return `${last.by} confirmed calling the people in ${subject} who are on the do-not-call list.`;
  const action = message.includes("started") ? "started" : "resumed";
  return `Nobody in ${subject} is on the do-not-call list any more. It has not been ${action}.`;
}

async function campaignWords(db: Database, { ref, subject }: AlertRow, stage: ReturnType<typeof stageOf>) {
  if (stage !== "paused" && stage !== "ended") return undefined;
  const action = stage === "paused" ? pauseCampaign.id : cancelCampaign.id;
  const [last] = await rowsOf<{ action: string; actor: string | null }>(
    db,
    sql`select begun.action, begun.actor_name as actor from console.audit_event begun
      join console.audit_event finished on finished.entry = begun.entry and finished.kind = 'finished'
      where begun.kind = 'begun' and begun.target = ${ref} and finished.outcome = 'ok'
        and begun.action in ('campaigns.start', 'campaigns.pause', 'campaigns.resume', 'campaigns.cancel')
      order by begun.id desc limit 1`,
  );
  const by = last?.action === action && last.actor ? ` ${byActor(last.actor)}` : "";
  if (stage === "paused") return `${subject} was paused${by}.`;
  return by ? `${subject} was cancelled${by}.` : `${subject} has ended.`;
}
