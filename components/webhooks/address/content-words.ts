import type { HookAddress } from "@/lib/contract/console/inbox/addresses";
import { countOf, formatBytes } from "@/lib/format/format-count";

/** Near its limit, an admin can still raise it before contents are left out. */
const nearShare = 0.8;

/** How much content an address kept today, in UTC. */
export function contentWords({ used, bytes, left_out }: HookAddress["budget"]): { text: string; isNear: boolean } {
  const text = `Content kept today: ${formatBytes(used)} of ${formatBytes(bytes)}`;
  if (left_out > 0)
    return { text: `${text}. ${countOf(left_out, "content was", "contents were")} left out.`, isNear: true };
  return { text, isNear: used >= nearShare * bytes };
}
