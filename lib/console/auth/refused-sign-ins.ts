import type { Logger } from "pino";
import type { AuditTrail } from "@/lib/console/audit/audit-trail";
import { networkOf } from "@/lib/http/client-address";

type Refused = { address: string; requestId: string };
type Options = { trail: Pick<AuditTrail, "record">; log: Logger };

const windowMs = 60_000;
const mostAddresses = 200;

/**
 * Tells the audit of tries at signing in that were refused: one entry an address and minute, with their count. Where very
 * many addresses try at once, those beyond the most share one entry.
 */
export function createRefusedSignIns({ trail, log }: Options) {
  const open = new Map<string, Refused & { count: number; timer: NodeJS.Timeout }>();

  async function write(key: string) {
    const window = open.get(key);
    if (!window) return;
    open.delete(key);
    clearTimeout(window.timer);
    const { address, requestId, count } = window;
    const tries = count === 1 ? "One try was" : `${count} tries were`;
    const whose = key === others ? "of further addresses" : "of this address";
    await trail
      .record({
        action: "sign-in.refused",
        person: { email: "(not looked at)" },
        requestId,
        address,
        outcome: "refused",
        status: 429,
        message: `${tries} refused within a minute: too many ${whose} at once.`,
      })
      .catch((err: unknown) => log.error({ err, request_id: requestId, count }, "refused sign-ins not recorded"));
  }

  return {
    note(refused: Refused) {
      const network = networkOf(refused.address);
      const key = open.has(network) || open.size < mostAddresses ? network : others;
      const window = open.get(key);
      if (window) window.count += 1;
      else open.set(key, { ...refused, count: 1, timer: setTimeout(() => void write(key), windowMs).unref() });
    },
    /** Writes what was counted so far. */
    flush: () => Promise.all([...open.keys()].map(write)),
  };
}

const others = "others";

export type RefusedSignIns = ReturnType<typeof createRefusedSignIns>;
