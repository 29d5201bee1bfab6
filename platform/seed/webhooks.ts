import { knownEvents } from "@/lib/contract/api/webhooks";
import type { Transaction } from "@/lib/db/database";
import { deliveryTable, webhookLogTable, webhookTable } from "@/platform/tables/webhooks";
import { flakyHost } from "@/platform/webhooks/simulated-receiver";
import { ago } from "./ago";
import { seeded } from "./ids";
import { randomFrom } from "./seeded-random";

type Log = typeof webhookLogTable.$inferInsert;

export async function seedWebhooks(tx: Transaction, now: Date) {
  const random = randomFrom("webhooks");
  const secret = () => `whsec_${Buffer.from(random.hex(64), "hex").toString("base64")}`;
  const webhook = (id: string, url: string, events: string[], days: number) => ({
    id,
    organization_id: seeded.organization,
    url,
    events,
    status: "active",
    secret: secret(),
    created_at: ago(now, { days }),
  });
  const { crm, analytics, flaky } = seeded.webhooks;
  const webhooks = [
    webhook(crm, "https://crm.fernhill.example/hooks/voice", ["call.ended", "end-of-call-report"], 188),
    webhook(analytics, "https://events.analytics.example.com/v2/ingest?source=voice", [...knownEvents], 120),
    webhook(flaky, `https://${flakyHost}/webhooks/calls`, ["call.ended"], 41),
  ];
  await tx.insert(webhookTable).values(webhooks);

  const logs = pastCalls(now, random).flatMap((endedMs) =>
    webhooks.flatMap(({ id, events }) => events.map((event) => past(now, id, event, endedMs, random))),
  );
  for (let from = 0; from < logs.length; from += 1000)
    await tx.insert(webhookLogTable).values(logs.slice(from, from + 1000));

  const pending = logs.filter(({ status }) => status === "retrying");
  if (pending.length === 0) return;
  await tx.insert(deliveryTable).values(
    pending.map(({ id = "", webhook_id, event, attempts = 1 }, index) => ({
      id,
      attempts,
      webhook_id,
      body: JSON.stringify({ type: event, timestamp: now.toISOString(), data: { id: seeded.calls.ended } }),
      nextAttemptAt: ago(now, { minutes: -5 * attempts - 7 * index }),
      last_error: "answered 500",
    })),
  );
}

/** End times of last week's calls, more in office hours than at night. The last was a minute ago. */
function pastCalls(now: Date, random: ReturnType<typeof randomFrom>) {
  const moments: number[] = [];
  for (let ms = now.getTime() - 60_000; ms > now.getTime() - 7 * 86_400_000; ms -= random.between(60_000, 1_700_000)) {
    const hour = new Date(ms).getUTCHours();
    if ((hour >= 8 && hour < 19) || random.next() < 0.25) moments.push(ms);
  }
  return moments;
}

function past(
  now: Date,
  webhook_id: string,
  event: string,
  endedMs: number,
  random: ReturnType<typeof randomFrom>,
): Log {
  const created = event === "call.started" ? endedMs - random.between(20_000, 120_000) : endedMs;
  const log = {
    id: random.uuid(),
    organization_id: seeded.organization,
    webhook_id,
    event,
    created_at: new Date(created).toISOString(),
  };
  const ageMs = now.getTime() - created;
  const isFlaky = webhook_id === seeded.webhooks.flaky;
  const luck = random.next();
  if (isFlaky && luck < 0.06 && ageMs > 28 * 3_600_000)
    return { ...log, status: "failed", attempts: 8, delivered_at: null };
  if (isFlaky && luck < 0.3 && ageMs < 3 * 3_600_000)
    return { ...log, status: "retrying", attempts: random.between(2, 4), delivered_at: null };

  const retries = luck > (isFlaky ? 0.6 : 0.985) ? random.between(1, isFlaky ? 4 : 1) : 0;
  const waitedMs = [0, 5_200, 310_000, 2_130_000, 9_400_000][retries] ?? 0;
  const delivered = created + random.between(40, 900) + waitedMs;
  if (delivered > now.getTime())
    return { ...log, status: "retrying", attempts: Math.max(retries, 1), delivered_at: null };
  return { ...log, status: "delivered", attempts: retries + 1, delivered_at: new Date(delivered).toISOString() };
}
