import { setTimeout as sleep } from "node:timers/promises";
import { withDatabase } from "./database";
import type { FloodTarget } from "./flood-target";
import type { Product } from "./product";

const pausedAfterSeconds = [3, 8, 13];

/** Schedules pauses as the admin, of campaigns whose IDs begin with `name`, for the next day. Returns their IDs. */
export async function schedulePauses({ ask }: FloodTarget, name: string) {
  const local = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  const scheduled = [];
  for (const seconds of pausedAfterSeconds) {
    const campaign_id = `${name}-${seconds}`;
    const body = { campaign_id, action: "pause", local, zone: "UTC" };
    const { status, text, json } = await ask("POST", "/api/console/automation/planned", body);
    if (status !== 200) throw new Error(`No pause could be scheduled: ${text}`);
    scheduled.push({ id: json.data.id as string, campaign_id, seconds });
  }
  return scheduled;
}

type Scheduled = Awaited<ReturnType<typeof schedulePauses>>;

/** Makes the pauses due some seconds from now, because people can schedule only whole minutes. Returns their times. */
export const makeDue = (product: Product, scheduled: Scheduled) =>
  withDatabase(product, async (client) => {
    const dueAt = new Map<string, number>();
    for (const { id, campaign_id, seconds } of scheduled) {
      const { rows } = await client.query(
        `with due as (select now() + $2 * interval '1s' as at)
         update console.planned_action set at = due.at, next_attempt_at = due.at from due where id = $1 returning due.at`,
        [id, seconds],
      );
      dueAt.set(campaign_id, (rows[0].at as Date).getTime());
    }
    return dueAt;
  });

/** Delays until the scheduled pauses reached the platform; Infinity for one that did not arrive within a minute. */
export async function latenessOf(dueAt: ReadonlyMap<string, number>, arrivedAt: ReadonlyMap<string, number>) {
  const endsAt = Date.now() + 60_000;
  while (Date.now() < endsAt && ![...dueAt.keys()].every((id) => arrivedAt.has(id))) await sleep(100);
  return [...dueAt].map(([id, due]) => (arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) - due);
}

/** Database connection that holds the leader's lock. Another value means that the lease was lost meanwhile. */
export const leaderOf = (product: Product) =>
  withDatabase(product, async (client) => {
    const { rows } = await client.query(
      `select concat_ws(' since ', activity.pid, activity.backend_start) as leader
         from pg_locks as lock join pg_stat_activity as activity using (pid)
        where lock.locktype = 'advisory' and lock.granted and activity.datname = current_database()
          and activity.application_name = 'switchboard collector'`,
    );
    return rows.map(({ leader }) => leader as string).join();
  });

/** The longest delay of the product's event loop since the last call, and its heap. */
export async function metricsOf({ port }: { port: number }) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
  return {
    stopMs: metric("nodejs_eventloop_lag_max_seconds") * 1000,
    heapMb: metric("nodejs_heap_size_used_bytes") / 1024 ** 2,
  };
}
