import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { freshGateway } from "@/lib/testing/fresh-gateway";

const { ask, read, database } = await freshGateway();

test("answers other people while one person's reads wait for PostgreSQL", async () => {
  const other = new Client({ connectionString: database.url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin");
  await other.query("lock table console.delivery in access exclusive mode");
  const slow = Array.from({ length: 30 }, () => read("support", "/api/console/delivery-summary"));
  const waiting = "select count(*)::int as n from pg_locks where not granted";
  await expect.poll(async () => (await other.query(waiting)).rows[0].n).toBeGreaterThan(0);
  for (const [method, path] of [
    ["POST", "/api/v1/campaigns/c1/pause"],
    ["GET", "/api/console/me"],
    ["GET", "/api/console/connection/status"],
    ["GET", "/api/console/saved"],
    ["POST", "/api/console/audit"],
  ] as const)
    expect(await ask("admin", method, path)).toMatchObject({ status: 200 });
  await other.query("rollback");
  await Promise.all(slow);
  expect(await read("support", "/api/console/delivery-summary")).toMatchObject({ status: 200 });
});
