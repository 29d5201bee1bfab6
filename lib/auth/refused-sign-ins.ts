import type { Logger } from "pino";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { stranger } from "@/lib/contract/actor";
import { networkOf } from "@/lib/http/client-address";

type RefusedAttempt = { address: string; requestId: string };
type RefusedSignInsOptions = { trail: Pick<AuditTrail, "record">; log: Logger };

const windowMs = 60_000;
const maxAddresses = 200;

/**
 * Records refused sign-in attempts in the audit log, as one entry per address and minute with their count. If too many
 * addresses are counted at once, further addresses share one entry.
 */
export function createRefusedSignIns({ trail, log }: RefusedSignInsOptions) {
  const open = new Map<string, RefusedAttempt & { count: number; timer: NodeJS.Timeout }>();

  async function write(key: string) {
    const window = open.get(key);
    if (!window) return;
    open.delete(key);
    clearTimeout(window.timer);
    const { address, requestId, count } = window;
    const tries = count === 1 ? "One try was" : `${count} tries were`;
    const scope = key === others ? "from other addresses" : "from this address";
    await trail
      .record({
        action: "sign-in.refused",
        person: { name: stranger, email: "" },
        requestId,
        address,
        outcome: "refused",
        status: 429,
        message: `${tries} refused within a minute, because there were too many ${scope}.`,
      })
      .catch((err: unknown) => log.error({ err, request_id: requestId, count }, "refused sign-ins not recorded"));
  }

  return {
    count(attempt: RefusedAttempt) {
      const network = networkOf(attempt.address);
      const key = open.has(network) || open.size < maxAddresses ? network : others;
      const window = open.get(key);
      if (window) window.count += 1;
      else open.set(key, { ...attempt, count: 1, timer: setTimeout(() => void write(key), windowMs).unref() });
    },
    /** Records all attempts counted so far. */
    flush: () => Promise.all([...open.keys()].map(write)),
  };
}

const others = "others";

export type RefusedSignIns = ReturnType<typeof createRefusedSignIns>;
