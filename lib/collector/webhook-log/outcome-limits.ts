import type { deliveryWaitTable } from "@/lib/db/console/tables/collector";

type Wait = Pick<typeof deliveryWaitTable.$inferSelect, "webhookId" | "status" | "attempts" | "longestMs">;
export type Attempt = Pick<Wait, "webhookId" | "status" | "attempts">;

/** Waits of an account's deliveries after their attempts, and the retries that an admin entered. */
export type Retries = {
  waits: readonly Wait[];
  /** When each attempt is due, in seconds after the first. Empty if unknown. */
  dueSeconds: readonly number[];
  /** Statuses of several deliveries that have given up, after which attempts never rose. */
  finalStatuses: ReadonlySet<string>;
  /** Statuses that the account or its users call in progress. */
  inProgress: ReadonlySet<string>;
};

/** Ages of a delivery's last change, in milliseconds. */
export type Limits = {
  /** Until then, the platform's word for it is believed: it is in progress. */
  pendingToMs: number;
  /** Until then, it has not arrived yet: its wait is not over (`retrying`), or nobody knows how long that is (`not_yet`). */
  openToMs: number;
  open: "retrying" | "not_yet";
  givenUpFromMs: number;
};

/** Waits are known to the interval of reads, and senders add jitter. */
const slackMs = 60_000;
const pendingMs = 60_000;
/** How long a delivery has not arrived yet, if the platform's wait after its attempt was never seen. */
const unknownWaitMs = 3_600_000;

/**
 * Until when an undelivered entry has not arrived yet, and from when it has given up. Its webhook's usual wait after this attempt
 * decides, or that of any webhook, or an hour if neither is known. It has given up when it waits longer than any did, or if
 * attempts never rose after its status. Words alone decide neither: some platforms say "failed" from the first attempt on.
 */
export function limitsOf(attempt: Attempt, { waits, dueSeconds, finalStatuses, inProgress }: Retries): Limits {
  const { webhookId, status, attempts } = attempt;
  const pendingToMs = inProgress.has(status) ? pendingMs : 0;
  const isLast = dueSeconds.length > 0 && attempts >= dueSeconds.length;
  if (finalStatuses.has(status) || isLast)
    return { pendingToMs, openToMs: pendingToMs, open: "not_yet", givenUpFromMs: pendingToMs };
  const afterAttempt = waits.filter((wait) => wait.attempts === attempts);
  const dueMs = dueIn(dueSeconds, attempts);
  const usualMs =
    longest(afterAttempt.filter((wait) => wait.webhookId === webhookId)) ?? longest(afterAttempt) ?? dueMs;
  const everMs = Math.max(longest(waits) ?? Number.NEGATIVE_INFINITY, dueMs ?? Number.NEGATIVE_INFINITY);
  const longestMs = Number.isFinite(everMs) ? everMs + slackMs : Number.POSITIVE_INFINITY;
  const openToMs = Math.max(
    usualMs === undefined ? unknownWaitMs : Math.min(usualMs + slackMs, longestMs),
    pendingToMs,
  );
  const open = usualMs === undefined ? "not_yet" : "retrying";
  return { pendingToMs, openToMs, open, givenUpFromMs: Math.max(longestMs, openToMs) };
}

const longest = (waits: readonly Wait[]) =>
  waits.length > 0 ? Math.max(...waits.map((wait) => wait.longestMs)) : undefined;

/** Wait after an attempt by an admin's schedule, in milliseconds. */
function dueIn(dueSeconds: readonly number[], attempts: number) {
  const [last, next] = [dueSeconds[attempts - 1], dueSeconds[attempts]];
  return last === undefined || next === undefined ? undefined : (next - last) * 1000;
}
