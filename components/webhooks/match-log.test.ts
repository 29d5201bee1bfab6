import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { filterFrom } from "./log-filter";
import { haystacksOf, matchLog, NO_WORD } from "./match-log";

const readMs = Date.parse("2026-11-20T08:00:00Z");
const ago = (hours: number) => new Date(readMs - hours * 3_600_000).toISOString();
const targets = new Map([["w1", { host: "crm.example.net", path: "/voice", url: "https://crm.example.net/voice" }]]);

const entries = indexLog([
  { id: "a", webhook_id: "w1", event: "call.ended", status: "delivered", attempts: 1, delivered_at: ago(1) },
  { id: "b", webhook_id: "w1", event: "call.ended", status: "failed", attempts: 6, delivered_at: ago(2) },
  { id: "c", webhook_id: "w2", event: "call.started", status: "failed", attempts: 2, delivered_at: ago(30) },
  { id: "d", webhook_id: "w2", event: null, status: null, attempts: null, delivered_at: null },
]);

function match(address: string, over = entries) {
  const filter = filterFrom((name) => new URLSearchParams(address).get(name));
  return matchLog(over, { filter, readMs, haystacks: haystacksOf(over, targets) });
}
const keys = (address: string) => match(address).rows.map(({ key }) => key);

test("the last day is shown, and entries without a time with it", () => {
  expect(keys("")).toEqual(["a", "b", "d"]);
  expect(keys("time=all")).toEqual(["a", "b", "c", "d"]);
});

test("an entry without a time is listed beside a preset, and counted apart", () => {
  const { listed, untimed, options } = match("");
  expect(listed.map(({ key }) => key)).toEqual(["a", "b", "d"]);
  expect(untimed.map(({ key }) => key)).toEqual(["d"]);
  expect([...options.time].sort()).toEqual([
    ["1h", 1],
    ["24h", 2],
    ["7d", 3],
    ["none", 1],
  ]);
});

test("entries without a time have a filter of their own", () => {
  const { rows, listed, untimed } = match("time=none");
  expect(rows.map(({ key }) => key)).toEqual(["d"]);
  expect([listed.length, untimed.length]).toEqual([1, 0]);
});

test("a span chosen on a bar leaves entries without a time out, and its end too", () => {
  expect(keys(`between=${ago(2)}..${ago(1)}`)).toEqual(["b"]);
});

test("not delivered means any word but delivered, and no word", () => {
  expect(keys("time=all&status=!delivered")).toEqual(["b", "c", "d"]);
  expect(keys(`time=all&status=${NO_WORD}`)).toEqual(["d"]);
});

test("text is looked for in the IDs, the address, the event and the status", () => {
  expect(keys("time=all&text=CRM.example")).toEqual(["a", "b"]);
  expect(keys("time=all&text=w2")).toEqual(["c", "d"]);
  expect(keys("time=all&text=fail")).toEqual(["b", "c"]);
});

test("each option counts what it would show beside the other filters", () => {
  const { options } = match("status=failed&attempts=2..");
  expect([...options.status]).toEqual([["failed", 1]]);
  expect(options.time.get("7d")).toBe(2);
  expect(options.attempts.get("4..")).toBe(1);
});

test("each filter knows how many entries would match without it", () => {
  const { rows, without } = match("status=delivered&attempts=4..");
  expect(rows).toEqual([]);
  expect(without).toEqual({ attempts: 1, time: 0, status: 1, event: 0, text: 0 });
});

test("100,000 entries are filtered by every part of a filter", () => {
  const many = indexLog(
    Array.from({ length: 100_000 }, (_, at) => ({
      id: `log_${at}`,
      webhook_id: `w${at % 4}`,
      event: "call.ended",
      status: at % 9 ? "delivered" : "failed",
      attempts: (at % 6) + 1,
      delivered_at: ago((at % 2_000) / 60),
    })),
  );
  const haystacks = haystacksOf(many, targets);
  const filter = filterFrom((name) => new URLSearchParams("time=all&attempts=2..&status=failed&text=log_9").get(name));
  const { rows } = matchLog(many, { filter, readMs, haystacks });
  const wanted = many.filter(
    ({ log }) => log.status === "failed" && Number(log.attempts ?? 0) >= 2 && log.id?.includes("log_9"),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBe(wanted.length);
});
