import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personWith } from "@/lib/testing/console";
import type { Reply } from "@/lib/testing/fault-replies";
import { freshGateway, testKey } from "@/lib/testing/fresh-gateway";

let fixture: Awaited<ReturnType<typeof freshGateway>>;
const loop = monitorEventLoopDelay({ resolution: 5 });
beforeAll(async () => {
  fixture = await freshGateway();
});
afterAll(() => loop.disable());

const replyWith = (body: string): Reply => {
  const bytes = Buffer.from(body);
  return (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(bytes);
  };
};
const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`field_${n}`, `value ${n}`]));
const wide = JSON.stringify({ success: true, data: { id: "a1", ...fields, name: "Wide", echoed: testKey, digits: 0 } });

test("parses 100,000 unknown fields off the main thread and removes the key", async () => {
  fixture.platform.answer(replyWith(wide.replace('"digits":0', '"digits":12345678901234567890')));
  await fixture.ask("admin", "GET", "/api/v1/assistants/a0");
  loop.enable();
  loop.reset();
  const { status, text } = await fixture.ask("admin", "GET", "/api/v1/assistants/a1");
  loop.disable();
  console.log(`100,000 unknown fields: longest stop ${(loop.max / 1e6).toFixed(0)} ms`);
  expect(status).toBe(200);
  expect(text).toContain('"digits":12345678901234567890');
  expect(text).not.toContain(testKey);
  const { raw, drift } = JSON.parse(text);
  expect(Object.keys(raw.data)).toHaveLength(100_004);
  expect(drift.length).toBeLessThan(100);
  await expect
    .poll(
      async () => (await fixture.database.pool.query("select name from console.saved_record where ref = 'a1'")).rows,
    )
    .toEqual([{ name: "Wide" }]);
});

test("reports unreadable and refused large answers", async () => {
  fixture.platform.answer(replyWith(`[${"1,".repeat(200_000)}1]`));
  expect((await fixture.ask("admin", "GET", "/api/v1/assistants/a2")).json.type).toContain("upstream-unreadable");
  fixture.platform.answer(replyWith(wide.slice(0, -20)));
  expect((await fixture.ask("admin", "GET", "/api/v1/assistants/a2")).json.type).toContain("upstream-unreadable");
  fixture.platform.answer(replyWith(`{"success":false,"message":"Not today","x":"${"x".repeat(300_000)}"}`));
  expect((await fixture.ask("admin", "GET", "/api/v1/assistants/a2")).json).toMatchObject({ detail: "Not today" });
});

test("rejects a large answer when a page prefetches it", async () => {
  fixture.platform.answer(replyWith(wide));
  const { getAssistant } = await import("@/lib/contract/api/assistants");
  const caller = { person: personWith("admin"), requestId: "page-of-the-test", address: null, maxBytes: 256 * 1024 };
  const read = fixture.gateway.call(getAssistant, { assistant_id: "a3" }, caller);
  await expect(read).rejects.toMatchObject({ code: "upstream-too-large" });
});
