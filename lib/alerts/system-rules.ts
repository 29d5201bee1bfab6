import { readBackups } from "@/lib/backup/backup-settings";
import { effectsSince, sendsBetween, sendsTo } from "@/lib/collector/records/record-sends";
import { idToPath } from "@/lib/contract/identifier";
import { isProblemCode, problemKinds } from "@/lib/contract/problem";
import { changedAtIn, type Finding, lastVersions, page, type Rule, type RuleContext, recordsOf, titleIn } from "./rule";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const watched = ["assistants", "workflows", "tools", "phone-numbers", "webhooks"] as const;
const kinds: Record<string, string> = {
  assistants: "assistant",
  workflows: "workflow",
  tools: "tool",
  "phone-numbers": "number",
  webhooks: "webhook",
};
/** A new version of the last day, with no send from Switchboard between it and the previous version. */
export const recordChanged: Rule = {
  id: "record_changed",
  clearMs: 0,
  everyMs: minuteMs,
  async find({ db, accountId, now, latest, hostOf }) {
    const recent = new Date(now.getTime() - dayMs);
    const changed = await Promise.all(
      watched.map(async (resource) =>
        recordsOf(await latest(resource))
          .filter(({ seenAt }) => seenAt >= recent)
          .map((stored) => ({ resource, stored })),
      ),
    );
    const findings = await Promise.all(
      changed.flat().map(async ({ resource, stored }): Promise<Finding[]> => {
        const [version, before] = await lastVersions(db, { accountId, resource, ref: stored.ref });
        if (!version || !before) return [];
        const since = effectsSince(before);
        const sends = await sendsTo(db, { resource, ref: stored.ref, since });
        if (sendsBetween(sends, since, version.seenAt).length > 0) return [];
        const href =
          resource === "phone-numbers"
            ? page("/phone-numbers", { number: stored.ref })
            : `/${resource}/${idToPath(stored.ref)}`;
        return [
          {
            ref: `${resource} ${stored.ref}`,
            tone: "wait",
            subject: resource === "webhooks" ? hostOf(stored.ref) : titleIn(stored),
            message: "changed outside Switchboard.",
            why: `No change of this ${kinds[resource]} was sent from Switchboard.`,
            since: version.seenAt,
            changedAt: changedAtIn(stored),
            href,
            link: `Open ${kinds[resource]}`,
            fingerprint: version.hash,
          },
        ];
      }),
    );
    return findings.flat();
  },
};

const isRefusal = (outcome: string) => outcome === "upstream-auth" || outcome === "upstream-forbidden";
const recentMs = 15 * minuteMs;
const silent = ["upstream-unreachable", "upstream-timeout", "upstream-cut", "upstream-resting", "upstream-fault"];

/** All reads fail, or the platform rejects the key. */
export const platformSilent: Rule = {
  id: "platform_silent",
  clearMs: minuteMs,
  async find({ tasks, now, limit }) {
    if (tasks.length === 0) return undefined;
    const [newest] = [...tasks].sort((a, b) => b.at.getTime() - a.at.getTime());
    const okMs = Math.max(0, ...tasks.map(({ okAt }) => okAt?.getTime() ?? 0));
    if (!newest || newest.at.getTime() <= okMs) return [];
    const isKey = isRefusal(newest.outcome);
    const isLate = silent.includes(newest.outcome) && now.getTime() - okMs >= Number(limit) * minuteMs;
    if (isKey ? !isKeyRefused(tasks, okMs) : !isLate) return [];
    return [
      {
        ref: isKey ? "key" : "answer",
        tone: "fault",
        subject: "The platform",
        message: isKey ? "refuses the key." : "does not answer.",
        why: isKey
          ? "Nothing can be read or sent until an admin sets a new key."
          : "The data shown is from the last successful check.",
        since: okMs > 0 ? new Date(okMs) : newest.at,
        href: "/settings/platform",
        link: "Open connection",
        fingerprint: newest.outcome,
      },
    ];
  },
};

/**
 * A key can lack the right to single endpoints. It counts as rejected if two tasks that recently succeeded are refused, with no
 * success since.
 */
function isKeyRefused(tasks: RuleContext["tasks"], okMs: number) {
  const refusals = tasks.filter(
    ({ outcome, at, okAt }) => isRefusal(outcome) && at.getTime() > okMs && okMs - (okAt?.getTime() ?? 0) < recentMs,
  );
  return refusals.length >= Math.min(2, tasks.length);
}

export const diskLow: Rule = {
  id: "disk_low",
  clearMs: minuteMs,
  async find({ isDiskLow, now }) {
    if (!(await isDiskLow())) return [];
    return [
      {
        ref: "",
        tone: "fault",
        subject: "Switchboard's disk",
        message: "is nearly full.",
        why: "Nothing is changed or sent until space is freed.",
        since: now,
        href: "/settings/data",
        link: "Open data",
        fingerprint: "low",
      },
    ];
  },
};

/** Automatic backups are on, and the last complete one is older than the limit. */
export const backupOld: Rule = {
  id: "backup_old",
  clearMs: 0,
  everyMs: minuteMs,
  async find({ db, now, limit }) {
    const { hour, run } = await readBackups(db);
    if (hour === null || !run) return [];
    const since = new Date(run.last?.at ?? run.since);
    if (now.getTime() - since.getTime() < Number(limit) * 60 * minuteMs) return [];
    return [
      {
        ref: "",
        tone: "wait",
        subject: "Switchboard's data",
        message: "has no recent backup.",
        why: run.problem ? `The last attempt failed: ${run.problem}` : "No Switchboard process made one in time.",
        since,
        href: "/settings/data/backups",
        link: "Open backups",
        fingerprint: run.last?.at ?? "none",
      },
    ];
  },
};

/** The webhook log was not read in time, although the platform answers. */
export const collectorBehind: Rule = {
  id: "collector_behind",
  clearMs: minuteMs,
  async find({ tasks, now, limit, isFound }) {
    const late = tasks.filter(
      ({ task, okAt, at }) =>
        task === "webhooks.logs" && now.getTime() - (okAt ?? at).getTime() > Number(limit) * minuteMs,
    );
    return late.map(({ task, okAt, at, outcome }) => ({
      ref: task,
      tone: "wait",
      subject: "The webhook log",
      message: "has not been refreshed lately.",
      why: lateWhy(outcome),
      since: okAt ?? at,
      href: "/settings/platform/polls",
      link: "Open recent polls",
      fingerprint: outcome,
      isHold: silent.includes(outcome),
      isCovered: isRefusal(outcome)
        ? isFound("platform_silent", "key")
        : silent.includes(outcome) && isFound("platform_silent", "answer"),
    }));
  },
};

function lateWhy(outcome: string) {
  if (outcome === "ok") return "No Switchboard process is polling it.";
  return isRefusal(outcome)
    ? "The platform does not allow this key to read it."
    : `Last attempt: ${isProblemCode(outcome) ? problemKinds[outcome][1] : outcome}.`;
}
