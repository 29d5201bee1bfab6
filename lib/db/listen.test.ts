import { expect, onTestFinished, test } from "vitest";
import { databaseProxy } from "@/lib/testing/database/database-proxy";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { listen } from "./listen";

test("reconnects when the network drops the connection silently", async () => {
  const { url, pool } = await freshDatabase();
  const proxy = await databaseProxy(url);
  const received: string[] = [];
  const listener = listen(proxy.url, {
    channel: "test",
    onUp: () => received.push("up"),
    onMessage: (message) => received.push(message),
  });
  onTestFinished(listener.close);
  await expect.poll(() => received).toEqual(["up"]);
  proxy.swallow();
  await pool.query("select pg_notify('test', 'swallowed')");
  await expect.poll(() => received).toEqual(["up", "up"]);
  await pool.query("select pg_notify('test', 'heard')");
  await expect.poll(() => received).toEqual(["up", "up", "heard"]);
});
