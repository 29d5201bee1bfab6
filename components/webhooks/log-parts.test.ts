import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { attemptsRows } from "./attempts-rows";
import { entryNote } from "./entry-drawer";
import { neighborsOf } from "./entry-record";
import { csvName, logCsv } from "./log-csv";
import { filterFrom } from "./log-filter";
import { differing, frozenOrderOf, hold, isFrozen } from "./use-paused-updates";
import { webhookChoices } from "./webhook-choices";

const at = (minute: number) => new Date(Date.parse("2026-11-20T06:00:00Z") + minute * 60_000).toISOString();
const log = (id: string, minute: number, rest = {}) => ({
  id,
  webhook_id: "w1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  delivered_at: at(minute),
  ...rest,
});
const target = { host: "crm.example.net", path: "/voice", url: "https://crm.example.net/voice" };
const targets = new Map([["w1", target]]);

test("attempts are drawn on a log scale, with what the other filters match", () => {
  const entries = indexLog([
    ...Array.from({ length: 99 }, (_, each) => log(`a${each}`, each)),
    log("b", 1, { attempts: 4 }),
    log("c", 1, { attempts: null }),
  ]);
  const rows = attemptsRows(entries, entries.slice(0, 3));
  expect(rows.map(({ label, count }) => [label, count])).toEqual([
    ["1", 99],
    ["4", 1],
    ["—", 1],
  ]);
  expect(rows.map(({ matched }) => matched)).toEqual([3, 0, 0]);
  expect(rows[0]?.width).toBe(100);
  expect(rows[1]?.width).toBeCloseTo((100 * Math.log(2)) / Math.log(100));
});

test("more than eight different numbers of attempts end in one row", () => {
  const entries = indexLog(Array.from({ length: 12 }, (_, each) => log(String(each), each, { attempts: each + 1 })));
  expect(attemptsRows(entries, []).at(-1)).toMatchObject({ value: "8..", label: "8+", count: 5 });
});

test("neighbors are twenty entries of the same webhook, oldest first, even at the ends", () => {
  const entries = indexLog([
    ...Array.from({ length: 60 }, (_, each) => log(`a${String(each).padStart(2, "0")}`, each)),
    log("other", 30, { webhook_id: "w2" }),
    log("untimed", 0, { delivered_at: null }),
  ]);
  const near = (key: string) =>
    neighborsOf(entries, entries.filter((each) => each.key === key)[0] as (typeof entries)[0]);
  expect(near("a30").map(({ key }) => key)).toEqual(Array.from({ length: 20 }, (_, each) => `a${each + 21}`));
  expect(near("a59").at(-1)?.key).toBe("a59");
  expect(near("a00")[0]?.key).toBe("a00");
  expect(near("other")).toHaveLength(1);
  expect(near("untimed")).toEqual([]);
});

test("a note holds event, host, status, attempts, both times, the ID and a link, a line each", () => {
  const [entry] = indexLog([log("log_1", 36, { status: "fai\nled", attempts: 6 })]);
  const note = entry ? entryNote({ entry, target, link: "https://switchboard.example/x" }) : "";
  expect(note.split("\n").slice(0, 6)).toEqual([
    "Webhook log entry",
    "Event: call.ended",
    "Target: crm.example.net",
    "Status: fai led",
    "Attempts: 6",
    "Delivered at: Fri 20 Nov 2026, 06:36:00 UTC",
  ]);
  expect(note).toContain("Entry ID: log_1\nLink: https://switchboard.example/x");
});

test("an export keeps what was sent, in UTC, and cannot run as a formula", () => {
  const entries = indexLog([
    log("a", 0, { event: "=cmd()", delivered_at: "2026-11-20T08:00:00+02:00", trace: { n: 1 } }),
    log("b", 0, { delivered_at: null, attempts: null }),
  ]);
  expect(logCsv(entries, targets).split("\r\n")).toEqual([
    "id,webhook_id,webhook_url,event,status,attempts,delivered_at,delivered_at_as_sent,trace",
    `a,w1,https://crm.example.net/voice,'=cmd(),delivered,1,2026-11-20T06:00:00.000Z,2026-11-20T08:00:00+02:00,"{""n"":1}"`,
    "b,w1,https://crm.example.net/voice,call.ended,delivered,,,,",
    "",
  ]);
});

test("the file's name says what it holds", () => {
  const filter = filterFrom((name) => new URLSearchParams("attempts=2..&status=!delivered").get(name));
  expect(csvName({ filter, webhook: "crm.example.net", readMs: Date.parse(at(41)) })).toBe(
    "webhook-log_crm.example.net_last-24-h_attempts-2-or-more_status-not-delivered_2026-11-20T0641Z.csv",
  );
});

test("new entries wait, changed ones change where they stand", () => {
  const before = frozenOrderOf(indexLog([log("a", 2), log("b", 1, { status: "retrying" })]));
  const after = indexLog([log("c", 3), log("a", 2), log("b", 9)]);
  const { shown, waiting } = hold(after, before);
  expect(shown.map(({ key, log: { status } }) => [key, status])).toEqual([
    ["a", "delivered"],
    ["b", "delivered"],
  ]);
  expect(waiting.map(({ key }) => key)).toEqual(["c"]);
  expect([...differing(after, before)].sort()).toEqual(["b", "c"]);
  expect(isFrozen(after, before)).toBe(false);
  expect(isFrozen(after, frozenOrderOf(after))).toBe(true);
});

test("webhooks that only the log or the address names are listed after the known ones", () => {
  const counts = new Map([
    ["w1", { entries: 3, notDelivered: 1 }],
    ["gone", { entries: 1, notDelivered: 0 }],
    [undefined, { entries: 1, notDelivered: 1 }],
  ]);
  const choices = webhookChoices({ webhooks: [{ id: "w1" }, { id: "w2" }], counts, sent: [], chosen: "typed" });
  expect(choices.map(({ id, webhook, count }) => [id, webhook !== undefined, count?.entries])).toEqual([
    ["w1", true, 3],
    ["w2", true, 0],
    ["gone", false, 1],
    ["typed", false, 0],
  ]);
});

test("attempts below zero are drawn as they came, and are no filter", () => {
  const unknown = indexLog([
    { id: "a", attempts: -1 },
    { id: "b", attempts: "many" },
  ]);
  expect(attemptsRows(unknown, unknown).map(({ label, value }) => [label, value])).toEqual([
    ["-1", undefined],
    ["—", undefined],
  ]);
});
