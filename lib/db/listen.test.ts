import { expect, onTestFinished, test } from "vitest";
import { swallowingProxy } from "@/lib/testing/swallowing-proxy";
import { listen } from "./listen";
import { freshDatabase } from "./testing";

test("a connection that the network swallowed without closing it is replaced", async () => {
  const { url, pool } = await freshDatabase();
  const proxy = await swallowingProxy(url);
  const heard: string[] = [];
  const listener = listen(
    { url: proxy.url, pool },
    {
      channel: "test",
      onUp: () => heard.push("up"),
      onMessage: (message) => heard.push(message),
      onDown: () => heard.push("down"),
    },
  );
  onTestFinished(listener.close);
  await expect.poll(() => heard).toEqual(["up"]);
  proxy.swallow();
  await pool.query("select pg_notify('test', 'swallowed')");
  await expect.poll(() => heard).toEqual(["up", "down", "up"]);
  await pool.query("select pg_notify('test', 'heard')");
  await expect.poll(() => heard).toEqual(["up", "down", "up", "heard"]);
});
