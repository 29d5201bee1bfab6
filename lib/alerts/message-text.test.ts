import { expect, test } from "vitest";
import { ruleIds } from "@/lib/contract/console/alert-rule-ids";
import type { MessageItem } from "@/lib/db/console/tables/alerts";
import { mailBlocks, subjectOf } from "./message-text";

const origin = "https://switchboard.example";
const item = (more: Partial<MessageItem>): MessageItem => ({
  ...{ alertId: "a", rule: "credential_sync", title: "CRM key is failing to sync.", why: "", href: "/credentials?c=1" },
  ...{ since: "2026-11-26T19:55:26.000Z", ...more },
});
const until = "2026-11-26T20:16:36.000Z";
const lines = (...items: MessageItem[]) => mailBlocks(items, origin);

test("has at most ten lines when more rules have alerts", () => {
  const all = lines(...ruleIds.map((rule) => item({ rule, title: `${rule} is found.` })));
  expect(all).toHaveLength(10);
  expect(all.at(-1)).toBe(`And: ${ruleIds.length - 9} more kinds of alerts.\n${origin}/`);
});

test("links to one view of all webhooks when their alerts differ in the webhook only", () => {
  const failing = (webhook: string) =>
    item({
      rule: "deliveries_share",
      href: `/webhooks?webhook=${webhook}&between=a..b`,
      deliveryIds: ["d"],
      webhookId: webhook,
    });
  const [line] = lines(failing("w1"), failing("w2"));
  const link = line?.split("\n").find((text) => text.startsWith("https:"));
  expect(new URL(link ?? "").searchParams.get("webhook")).toBe("w1,w2");
  expect(line?.match(/ID: d\./g)).toHaveLength(2);
});

test("writes a line each for what happened, the link, the reason, the time and the IDs", () => {
  const failing = { rule: "deliveries_failing", title: "9 deliveries to x.example did not arrive.", webhookId: "w1" };
  const all = [item({ ...failing, why: "Events: a, b", deliveryIds: ["1", "2", "3", "4", "5"] })];
  expect(mailBlocks(all, origin, "Europe/Berlin")[0]?.split("\n")).toEqual([
    "Deliveries fail: 9 deliveries to x.example did not arrive.",
    `${origin}/credentials?c=1`,
    "Events: a, b.",
    "Since 2026-11-26 19:55 UTC (20:55 Europe/Berlin).",
    "Webhook: w1.",
    "First IDs: 1, 2, 3, 4, 5.",
  ]);
});

test("says seen since when only the poll that met the record is known", () => {
  expect(lines(item({}))[0]).toContain("\nSeen since 2026-11-26 19:55 UTC.");
  expect(lines(item({ rule: "disk_low" }))[0]).toContain("\nSince 2026-11-26 19:55 UTC.");
  const night = mailBlocks([item({ since: "2026-11-26T23:55:26.000Z" })], origin, "Europe/Berlin")[0];
  expect(night).toContain("2026-11-26 23:55 UTC (2026-11-27 00:55 Europe/Berlin)");
});

test("links to the list of records when several alerts are over, and to the open ones otherwise", () => {
  const both = [item({}), item({ href: "/credentials?c=2" })];
  expect(lines(...both)[0]).toContain("\nhttps://switchboard.example/#needs-attention\n");
  expect(lines(...both.map((open) => ({ ...open, until })))[0]).toContain(
    "\nhttps://switchboard.example/credentials\n",
  );
});

test("counts open alerts and those that are over apart in the subject", () => {
  const over = item({ title: "Recovered: CRM key is failing to sync.", until });
  expect(subjectOf([over, item({ title: "A fails." }), item({ title: "B fails." })])).toBe(
    "Open: A fails, and 1 more. Recovered: CRM key is failing to sync",
  );
  expect(subjectOf([over, over, item({ title: "Meters ended: done.", isEvent: true })])).toBe(
    "Meters ended: done. Recovered: CRM key is failing to sync, and 1 more over",
  );
  expect(subjectOf([over, over])).toBe("Recovered: CRM key is failing to sync, and 1 more");
});

test("cuts long titles in the subject", () => {
  expect(subjectOf([item({ title: "x".repeat(900) })])).toHaveLength(140);
});
