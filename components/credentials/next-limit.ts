export type CredentialsRead = { read: number; asked: number; total: number | undefined };

/** No list is asked for with a larger limit. */
const largestLimit = 10_000;

/** The limit to ask with next; undefined where the list has ended or there is no larger one. */
export function nextLimit({ read, asked, total = 0 }: CredentialsRead): number | undefined {
  const next = Math.min(largestLimit, Math.max(total, asked * 2));
  const hasMore = total > read || read >= asked;
  return hasMore && next > asked ? next : undefined;
}

/** Whether a larger limit brought no more although more are said to be there: the platform has a largest page of its own. */
export const isCapped = (now: CredentialsRead, before: number | undefined) =>
  before !== undefined && now.read <= before && now.read < now.asked && (now.total ?? 0) > now.read;
