"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useAllNumbers } from "@/components/query/use-all-numbers";
import { useMay } from "@/components/query/use-me";
import { read } from "@/lib/client/query";
import { readWholeLog } from "@/lib/client/read-log";
import { countByWebhook, indexLog, type LogCount, type LogEntry } from "@/lib/client/webhook-log";
import { listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits } from "@/lib/contract/api/phone-numbers";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { listAnswers } from "@/lib/contract/console/audit";
import { listSetAside } from "@/lib/contract/console/notices";
import { listSaved } from "@/lib/contract/console/saved";
import {
  documentedMeanings,
  getConnectionStatus,
  listDrift,
  listMeanings,
  setMeaning,
  toneOf,
} from "@/lib/contract/console/settings";
import { formatCount } from "@/lib/format/format-count";
import { parseTime } from "@/lib/format/parse-time";
import type { AttentionItem, ToneOf } from "./attention-item";
import { attentionItems } from "./attention-items";
import { firstRows } from "./first-rows";

/** Everything the overview reads. Each read stands for itself; what a role may not read is not asked for. */
export function useOverview() {
  const [maySeeCredentials, maySeeDrift] = [useMay(listCredentials), useMay(listDrift)];
  const numbers = useAllNumbers(firstRows.numbers);
  const plan = useQuery(read(getPlanLimits, {}));
  const webhooks = useQuery(read(listWebhooks, {}));
  const logs = useQuery(readWholeLog());
  const credentials = useQuery({ ...read(listCredentials, firstRows.credentials), enabled: maySeeCredentials });
  const connection = useQuery(read(getConnectionStatus, {}));
  const drift = useQuery({ ...read(listDrift, {}), enabled: maySeeDrift });
  const saved = useQuery(read(listSaved, {}));
  const aside = useQuery(read(listSetAside, {}));
  const answers = useQuery(read(listAnswers, {}));
  const log = logs.data;
  const recent = useMemo(() => log && recentLog(indexLog(log.value.data), parseTime(log.readAt)?.ms ?? 0), [log]);
  return {
    ...{ numbers, plan, webhooks, logs, credentials, connection, drift, saved, aside, answers, recent },
    ...{ maySeeCredentials, maySeeDrift },
  };
}

export type Overview = ReturnType<typeof useOverview>;

export type AttentionItems = {
  rows: readonly AttentionItem[];
  isLoading: boolean;
  unread: readonly string[];
  stale: number;
};

/** What needs someone by now, and what could not be looked at. */
export function useAttentionItems(overview: Overview): AttentionItems {
  const { numbers, plan, webhooks, credentials, connection, drift, saved, answers, recent } = overview;
  const toneOf = useStatusMeanings();
  const isAdmin = useMay(setMeaning);
  const names = new Map(
    (saved.data?.value.data ?? []).map(({ resource, ref, label, name }) => [`${resource} ${ref}`, label ?? name]),
  );
  const rows = attentionItems({
    toneOf,
    isAdmin,
    nameOf: (id) => names.get(`assistants ${id}`) ?? undefined,
    credentials: credentials.data?.value.data,
    numbers: numbers.shown.data && numbers.numbers,
    plan: plan.data?.value.data,
    webhooks: webhooks.data?.value.data,
    recent: recent?.entries,
    saved: saved.data?.value.data,
    answers: answers.data?.value.data,
    drift: drift.data?.value.data,
    connection: connection.data?.value,
  });
  const reads = readsOf(overview);
  return {
    rows,
    isLoading: reads.some(({ query }) => query.data === undefined && !query.error),
    unread: reads.flatMap(({ label, query }) => (query.data === undefined && query.error ? [label] : [])),
    stale: reads.filter(({ query }) => query.data !== undefined && query.error).length,
  };
}

function readsOf(overview: Overview) {
  const { numbers, plan, webhooks, logs, credentials, connection, drift, maySeeCredentials, maySeeDrift } = overview;
  return [
    { label: "the phone numbers", query: numbers.shown },
    { label: "the plan’s limits", query: plan },
    { label: "the webhooks", query: webhooks },
    { label: "the webhook log", query: logs },
    ...(maySeeCredentials ? [{ label: "the credentials", query: credentials }] : []),
    { label: "the line", query: connection },
    ...(maySeeDrift ? [{ label: "drift", query: drift }] : []),
  ];
}

const dayMs = 86_400_000;

export type RecentLog = {
  sinceMs: number;
  untilMs: number;
  /** Entries of the last 24 hours, and those without a time: nobody can say how old they are. */
  entries: readonly LogEntry[];
  /** Of the last 24 hours alone. */
  timed: RecentCount;
  untimed: RecentCount;
};

type RecentCount = LogCount & {
  /** "96.1%": how many took one attempt. Undefined without entries. */
  oneAttempt: string | undefined;
  byWebhook: Map<string | undefined, LogCount>;
};

/** The last 24 hours of the webhook log, as of the moment it was read. */
export function recentLog(log: readonly LogEntry[], readMs: number): RecentLog {
  const sinceMs = readMs - dayMs;
  const timed = log.filter(({ atMs }) => atMs !== undefined && atMs >= sinceMs);
  const untimed = log.filter(({ atMs }) => atMs === undefined);
  return {
    sinceMs,
    untilMs: readMs,
    entries: [...timed, ...untimed],
    timed: recentCount(timed),
    untimed: recentCount(untimed),
  };
}

const recentCount = (entries: readonly LogEntry[]): RecentCount => ({
  entries: entries.length,
  notDelivered: entries.filter(({ isDelivered }) => !isDelivered).length,
  oneAttempt: percentOf(entries.filter(({ attempts }) => attempts === 1).length, entries.length),
  byWebhook: countByWebhook(entries),
});

/** "4 not delivered, and 28 with no time sent"; undefined where all was delivered. */
export function notDeliveredMessage(timed: number, untimed: number): string | undefined {
  if (timed === 0 && untimed === 0) return undefined;
  if (untimed === 0) return `${formatCount(timed)} not delivered`;
  if (timed === 0) return `${formatCount(untimed)} not delivered, none with a time sent`;
  return `${formatCount(timed)} not delivered, and ${formatCount(untimed)} with no time sent`;
}

/** Rounded down to a tenth, so that nothing short of all is ever 100%. */
function percentOf(part: number, whole: number) {
  return whole === 0 ? undefined : `${Math.floor((part * 1000) / whole) / 10}%`;
}

/** Reads the status words of all resources. */
export function useStatusMeanings(): ToneOf {
  const custom = useQuery({ ...read(listMeanings, {}), staleTime: 300_000 });
  const meanings = custom.data?.value.data ?? documentedMeanings;
  return useCallback((resource, field, word) => toneOf(meanings, resource, field, word), [meanings]);
}
