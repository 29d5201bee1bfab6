import { sql } from "drizzle-orm";
import { ourWebhooks } from "@/lib/collector/webhook-log/our-webhooks";
import { countOf } from "@/lib/format/format-count";
import { countFingerprint, type Finding, type Rule, rowsOf } from "./rule";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** The platform's log says that deliveries reached our address, and none arrived here since. */
export const eventsMissing: Rule = {
  id: "events_missing",
  clearMs: minuteMs,
  everyMs: minuteMs,
  async find({ db, accountId, now, limit, isReading }) {
    if (!isReading("webhooks.logs")) return undefined;
    const webhooks = (await ourWebhooks(db, accountId)).map(({ id }) => id);
    if (webhooks.length === 0) return [];
    const [row] = await rowsOf<{ count: number; first: string | null }>(
      db,
      sql`
        select count(*)::int as count, min(last_at) as first from console.delivery
        where key_print = ${accountId} and webhook_id in ${webhooks} and first_seen_at > ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz
          and late <> -1 and last_at > coalesce((select max(at) from console.hook_arrival where key_print = ${accountId} and kind = 'event'),
            'epoch'::timestamptz) + interval '1 minute'`,
    );
    const since = row?.first ? new Date(row.first) : now;
    if (!row?.count || now.getTime() - since.getTime() < Number(limit) * minuteMs) return [];
    const finding: Finding = {
      ...{ ref: "", tone: "fault", subject: "Events", message: "no longer arrive at Switchboard.", since },
      why: `The platform’s log says that ${countOf(row.count, "delivery", "deliveries")} reached its address since.`,
      ...{ href: "/webhooks?here=no", link: "Open the deliveries", fingerprint: "" },
    };
    return [finding];
  },
};

/** Events that an address refused, because their signature is missing or not valid. */
export const eventsRefused: Rule = {
  id: "events_refused",
  clearMs: 15 * minuteMs,
  everyMs: minuteMs,
  async find({ db, accountId, limit, now }) {
    const after = new Date(now.getTime() - Number(limit) * minuteMs).toISOString();
    const rows = await rowsOf<{ id: string; name: string; count: number; first: string }>(
      db,
      sql`
        select address.id, address.name, count(*)::int as count, min(arrival.at) as first
        from console.hook_arrival as arrival join console.hook_address as address on address.id = arrival.address_id
        where arrival.key_print = ${accountId} and arrival.kind = 'refused' and arrival.at > ${after}::timestamptz
        group by address.id, address.name`,
    );
    return rows.map(({ id, name, count, first }): Finding => {
      const why = `${countOf(count, "event")} had no valid signature. Compare the secret with the platform’s.`;
      return {
        ...{ ref: id, tone: "fault", subject: `The address ${name}`, message: "refuses events.", why, count },
        ...{ since: new Date(first), fingerprint: countFingerprint(count) },
        ...{ href: "/webhooks/address#refused", link: "Open refused events" },
      };
    });
  },
};
