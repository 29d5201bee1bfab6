import { and, desc, eq } from "drizzle-orm";
import { hasEnded } from "@/lib/collector/polling/pace";
import { failingSince, syncFaultOf } from "@/lib/collector/records/failing-since";
import { hoursAt, hoursIn, openMsBetween } from "@/lib/contract/console/campaign-hours";
import { movement } from "@/lib/contract/console/campaign-progress";
import { isResting, statusIn } from "@/lib/contract/console/campaign-stage";
import { knownName } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { planCounts } from "@/lib/contract/plan-counts";
import { creditOf } from "@/lib/contract/plan-credit";
import { callLimitOf, callTitle, readCall } from "@/lib/contract/shapes/call";
import { campaignSampleTable } from "@/lib/db/console/tables/collector";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";
import { isPlainObject, textIn } from "@/lib/format/json";
import { comparedMoney, moneyText } from "@/lib/format/money";
import { dailySpend } from "./daily-spend";
import {
  changedAtIn,
  countFingerprint,
  type Finding,
  lastVersions,
  nameIn,
  page,
  type Rule,
  type RuleContext,
  recordsOf,
  type StoredRecord,
  titleIn,
} from "./rule";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const quoted = (text: string) => `“${text.length > 160 ? `${text.slice(0, 159)}…` : text}”`;

export const credentialSync: Rule = {
  id: "credential_sync",
  clearMs: minuteMs,
  async find({ db, accountId, latest, isFault }) {
    const findings = recordsOf(await latest("credentials")).map(async (stored): Promise<Finding[]> => {
      const fault = syncFaultOf(stored.record, isFault);
      if (fault === undefined) return [];
      const key = { accountId, resource: "credentials", ref: stored.ref };
      const run = await failingSince(db, key, (record) => syncFaultOf(record, isFault) !== undefined);
      return [
        {
          ref: stored.ref,
          tone: "fault",
          subject: titleIn(stored),
          message: "is failing to sync.",
          why: quoted(fault),
          since: run?.since ?? stored.seenAt,
          changedAt: changedAtIn(stored),
          href: page("/credentials", { credential: stored.ref }),
          link: "Open credential",
          fingerprint: fault,
        },
      ];
    });
    return (await Promise.all(findings)).flat();
  },
};

export const numberSuspended: Rule = {
  id: "number_suspended",
  clearMs: minuteMs,
  async find({ latest, isFault, nameOf }) {
    const suspended = recordsOf(await latest("phone-numbers")).filter(({ record }) =>
      isFault("phone-numbers", "status", record.status),
    );
    return Promise.all(
      suspended.map(async (stored): Promise<Finding> => {
        const { ref, record, seenAt } = stored;
        const assistant = textIn(record.assistant_id);
        const name = textIn(record.friendly_name);
        const assistantName = assistant && (await nameOf("assistants", assistant));
        return {
          ref,
          tone: "fault",
          subject: textIn(record.phone_number) ?? ref,
          isPhone: textIn(record.phone_number) !== undefined,
          message: `is ${String(record.status)}.`,
          why: [
            ...(name ? [`${quoted(name)}.`] : []),
            `People who call ${assistantName || "it"} do not get through.`,
          ].join(" "),
          since: seenAt,
          changedAt: changedAtIn(stored),
          href: page("/phone-numbers", { number: ref }),
          link: "Open number",
          fingerprint: String(record.status),
        };
      }),
    );
  },
};

/** A running campaign whose counts do not change during calling hours, although contacts are waiting. */
export const campaignStill: Rule = {
  id: "campaign_still",
  clearMs: 0,
  async find(context) {
    const campaigns = recordsOf(await context.latest("campaigns")).filter(({ record }) => !isResting(statusIn(record)));
    const findings = await Promise.all(campaigns.map((campaign) => stillFinding(context, campaign)));
    return findings.flat();
  },
};

async function stillFinding({ db, accountId, now, limit }: RuleContext, campaign: StoredRecord): Promise<Finding[]> {
  const { ref, record } = campaign;
  const isCampaign = and(eq(campaignSampleTable.accountId, accountId), eq(campaignSampleTable.campaignId, ref));
  const newest = await db
    .select()
    .from(campaignSampleTable)
    .where(isCampaign)
    .orderBy(desc(campaignSampleTable.at))
    .limit(200);
  const samples = newest.reverse();
  const last = samples.at(-1);
  if (!last || last.handled >= last.total || isResting(last.status)) return [];
  const moved = samples.findLastIndex((sample) => movement(sample) !== movement(last));
  const firstStill = samples[moved + 1] ?? last;
  const hours = hoursIn(record);
  const stillMinutes = Math.floor(openMsBetween(hours, firstStill.at.getTime(), last.at.getTime()) / minuteMs);
  if (stillMinutes < Number(limit)) return [];
  const span = `${formatSpan(stillMinutes * 60, true)}${hours ? " of calling hours" : ""}`;
  return [
    {
      ref,
      tone: "wait",
      subject: titleIn(campaign),
      message: "has stalled.",
      why: `No movement for ${span}, ${countOf(last.total - last.handled, "person", "people")} waiting.`,
      since: firstStill.at,
      href: `/campaigns/${idToPath(ref)}`,
      link: "Open campaign",
      fingerprint: firstStill.at.toISOString(),
      isHold: hours !== undefined && !hoursAt(hours, now.getTime()).isOpen,
    },
  ];
}

/** The end of a campaign in the last day, reported once. */
export const campaignEnded: Rule = {
  id: "campaign_ended",
  clearMs: 0,
  async find({ db, accountId, now, latest }) {
    const ended = recordsOf(await latest("campaigns")).filter(
      ({ record, seenAt }) => hasEnded(statusIn(record)) && now.getTime() - seenAt.getTime() < dayMs,
    );
    const findings = await Promise.all(
      ended.map(async (campaign): Promise<Finding[]> => {
        const versions = await lastVersions(db, { accountId, resource: "campaigns", ref: campaign.ref });
        const index = versions.findIndex(({ record }) => !hasEnded(statusOfVersion(record)));
        const first = versions[index - 1];
        if (index < 1 || !first) return [];
        return [
          {
            ref: `${campaign.ref} ${first.seenAt.toISOString()}`,
            tone: "done",
            subject: titleIn(campaign),
            message: `ended: ${statusOfVersion(first.record)}.`,
            why: "",
            since: first.seenAt,
            href: `/campaigns/${idToPath(campaign.ref)}`,
            link: "Open campaign",
            fingerprint: "ended",
            isEvent: true,
          },
        ];
      }),
    );
    return findings.flat();
  },
};

const statusOfVersion = (record: unknown) => (isPlainObject(record) ? statusIn(record) : null);

/** A balance below the minimum for numbers, or reaching it within the limit of days at last week's spend. */
export const balanceLow: Rule = {
  id: "balance_low",
  clearMs: 5 * minuteMs,
  everyMs: minuteMs,
  async find({ db, accountId, now, limit, latest }) {
    const [plan] = await latest("plan-limits");
    if (!plan) return undefined;
    const credit = creditOf(plan.record);
    if (!credit.isComparable) return [];
    const { isShort, currency } = credit;
    const daily = (await dailySpend(db, accountId, now))?.aDay ?? 0;
    const days = daily > 0 ? (Number(credit.balance) - Number(credit.minimum)) / daily : Number.POSITIVE_INFINITY;
    const maxDays = Number(limit);
    if (!isShort && (maxDays === 0 || days > maxDays + 1)) return [];
    const [balance, minimum] = comparedMoney([credit.balance, credit.minimum], currency);
    return [
      {
        ref: "",
        tone: isShort ? "fault" : "wait",
        subject: balance,
        message: isShort ? "of credit is below the minimum." : "of credit is left.",
        why: isShort
          ? `The minimum is ${minimum}.`
          : `At ${moneyText(daily.toFixed(4), currency)} a day it reaches the minimum of ${minimum} ${days < 1 ? "within a day" : `in ${countOf(Math.floor(days), "day")}`}.`,
        since: plan.seenAt,
        href: "/phone-numbers",
        link: "Open credit",
        fingerprint: isShort ? "short" : "soon",
        isHold: !isShort && days > maxDays,
      },
    ];
  },
};

/** Few free numbers on the plan, or none. Pending requests count, as the platform counts them. */
export const planFull: Rule = {
  id: "plan_full",
  clearMs: 5 * minuteMs,
  async find({ limit, latest }) {
    const [plan] = await latest("plan-limits");
    if (!plan) return undefined;
    const list = (await latest("phone-numbers")).find(({ ref }) => ref === "")?.record;
    const counts = planCounts(plan.record, typeof list?.total === "number" ? list.total : undefined);
    const { free, slotCounts, over } = counts;
    // Without a maximum nothing is known, so an open alert neither ends nor reports a recovery.
    if (free === undefined || !slotCounts) return undefined;
    if (free > Number(limit)) return [];
    const name = textIn(plan.record.plan_name);
    const used = slotCounts.listed + slotCounts.due;
    const pending = slotCounts.due > 0 ? `, ${formatCount(slotCounts.due)} of them pending` : "";
    return [
      {
        ref: "",
        tone: over > 0 ? "fault" : "wait",
        subject: name ? `Plan ${name}` : "The plan",
        message: freeMessage(free),
        why: `${formatCount(used)} of ${formatCount(slotCounts.slots)} numbers are used${pending}.`,
        since: plan.seenAt,
        href: "/phone-numbers",
        link: "Open plan",
        // The larger one is kept, so a number that becomes free again notifies nobody.
        fingerprint: over > 0 ? "x3" : free === 0 ? "x2" : "x1",
      },
    ];
  },
};

function freeMessage(free: number) {
  if (free < 0) return `is ${countOf(-free, "number")} over its limit.`;
  return free === 0 ? "has no free number." : `has ${countOf(free, "free number")} left.`;
}

/** A call that talked or rang longer than allowed when last read. */
export const callLong: Rule = {
  id: "call_long",
  clearMs: minuteMs,
  async find({ limit, latest }) {
    const assistants = new Map((await latest("assistants")).map((assistant) => [assistant.ref, assistant]));
    return recordsOf(await latest("calls")).flatMap((stored): Finding[] => {
      const { record, ref, lastSeenAt, label } = stored;
      const call = readCall(record);
      const assistant = assistants.get(call.ids.assistant_id ?? "");
      const allowed = callLimitOf(call, assistant?.record.max_duration_seconds);
      if (!allowed || hasEnded(textIn(record.status) ?? null)) return [];
      const overMs = lastSeenAt.getTime() - allowed.endsMs;
      if (overMs < Math.max(1, Number(limit)) * minuteMs && !(limit === "0" && overMs > 0)) return [];
      const over = overMs < minuteMs ? "Less than a minute" : countOf(Math.floor(overMs / minuteMs), "minute");
      const owner = allowed.isRinging ? "ringing" : ((assistant && nameIn(assistant)) ?? "its assistant");
      return [
        {
          ref,
          tone: "wait",
          subject: knownName({ label, name: callTitle(record) }) ?? "A call",
          message: allowed.isRinging ? "has been ringing too long." : "has run past its limit.",
          why: `${over} past the ${formatCount(Math.round(allowed.seconds / 60))}-minute limit of ${owner}.`,
          // A record's own times do not count as seen, so an alert begins when Switchboard found the call.
          since: new Date(Math.max(allowed.endsMs, stored.seenAt.getTime())),
          href: `/calls/${idToPath(ref)}`,
          link: "Open call",
          fingerprint: `${allowed.isRinging ? "rings " : ""}${countFingerprint(overMs / minuteMs)}`,
        },
      ];
    });
  },
};
