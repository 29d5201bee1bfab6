import { expect, onTestFinished, test } from "vitest";
import { getReceived, listReceived, openBody, saveBody } from "@/lib/contract/console/inbox/received";
import { fileStream } from "@/lib/gateway/masked-answer";
import { Upstream } from "@/lib/gateway/upstream";
import { freshInbox } from "@/lib/testing/inbox";

const { ask, post, readAll } = await freshInbox();

test("saves a content of 10 MB in parts, masked on a thread, and does not open it at once", async () => {
  const said = "my number is +1 415 237 7100, and yours is 14155550100. ".repeat(170_000);
  expect((await post(JSON.stringify({ event: "x", id: "e1", transcript: said }))).status).toBe(200);
  await readAll();
  const event_id = (await ask(listReceived, {})).data[0]?.id ?? "";
  expect((await ask(getReceived, { event_id })).data.is_large).toBe(true);
  await expect(ask(openBody, { event_id })).rejects.toThrow("This content is larger than 1 MB. Save it as a file");
  const upstream = new Upstream({ baseUrl: "http://127.0.0.1:9", key: "a key of sixteen signs", timeoutMs: 1_000 });
  onTestFinished(async () => void (await upstream.close()));
  const file = fileStream(await ask(saveBody, { event_id }), (text) => upstream.maskText(saveBody, text));
  const parts: string[] = [];
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await file.send(async (part) => void parts.push(String(part)));
  clearInterval(timer);
  const text = parts.join("");
  expect([text.includes("237 7100"), text.includes("4155550100"), parts.length > 10]).toEqual([false, false, true]);
  expect(JSON.parse(text)).toMatchObject({ event: "x", id: "e1" });
  // Other work went on between the parts.
  expect(turns).toBeGreaterThan(parts.length);
});

test("opens a content of less than 1 MB", async () => {
  await post(JSON.stringify({ event: "x", id: "e2", transcript: "a".repeat(900_000) }));
  await readAll();
  const event_id = (await ask(listReceived, {})).data[0]?.id ?? "";
  expect((await ask(getReceived, { event_id })).data.is_large).toBe(false);
  expect((await ask(openBody, { event_id })).text.length).toBeGreaterThan(900_000);
});
