import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import { byActor } from "@/lib/contract/console/automation/actors";
import { isRetriedOutcome, type Plannable } from "@/lib/contract/console/automation/planned";
import { knownName } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import type { Finding, Rule } from "./rule";

type PlannedRow = typeof plannedActionTable.$inferSelect;

const shownForMs = 86_400_000;
const participles: Record<Plannable, string> = { start: "started", pause: "paused", resume: "resumed" };

/** A scheduled action of the last day, or a pause without a person, that was missed, refused or interrupted. */
export const actionFailed: Rule = {
  id: "action_failed",
  clearMs: 0,
  async find({ db, accountId, now }) {
    const { campaignId, clearedAt, endedAt, state } = plannedActionTable;
    // `blocked_waiting` reports these once, however often they are tried.
    const isOther = eq(plannedActionTable.isUnconfirmed, false);
    const isRecent = gt(endedAt, new Date(now.getTime() - shownForMs));
    const rows = await db
      .select({ action: plannedActionTable, name: savedTable.name, label: savedTable.label })
      .from(plannedActionTable)
      .leftJoin(savedTable, isSaved({ accountId, resource: "campaigns", ref: campaignId }))
      .where(
        and(
          eq(plannedActionTable.accountId, accountId),
          inArray(state, ["missed", "refused", "unknown"]),
          isRecent,
          isOther,
          isNull(clearedAt),
        ),
      );
    return rows
      .filter(({ action }) => action.cause === null || !isRetriedOutcome(action))
      .map(
        ({ action: row, ...names }): Finding => ({
          ref: row.id,
          tone: row.state === "unknown" ? "wait" : "fault",
          subject: knownName(names) ?? row.campaignId,
          message: `${row.state === "unknown" ? "may not have been" : "was not"} ${participles[row.action]}${howOf(row)}.`,
          why: row.message ?? "The platform refused it without a reason.",
          since: row.at,
          href: `/campaigns/${idToPath(row.campaignId)}`,
          link: "Open campaign",
          fingerprint: row.state,
        }),
      );
  },
};

function howOf({ cause, by, isDelayed }: PlannedRow) {
  if (cause !== null) return ` ${byActor(by)}`;
  return isDelayed ? "" : " as scheduled";
}
