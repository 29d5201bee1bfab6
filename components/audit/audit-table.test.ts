import { afterEach, expect, test, vi } from "vitest";
import { readInput } from "@/components/list/list-input";
import { actorIcon } from "@/components/query/action-sentence";
import type { AuditEntry } from "@/lib/contract/console/audit";
import { conventionsFor, provideConventions } from "@/lib/format/conventions";
import { daysAgo, daysIn } from "@/lib/format/day-range";
import { auditList } from "./audit-list";
import { auditRows, foldedEntries, foldMessage } from "./audit-table";

afterEach(() => {
  provideConventions(() => undefined);
  vi.useRealTimers();
});

const entry = (id: number, at: string, minor: string | null = null) =>
  ({ id: String(id), at: `2026-11-${at}:00.000Z`, minor }) as AuditEntry;

const log = [
  entry(9, "20T12:44"),
  entry(8, "20T12:30", "sign-in"),
  entry(7, "20T12:10", "preference"),
  entry(6, "20T12:03", "sign-in"),
  entry(5, "20T11:58"),
  entry(4, "20T00:10", "export"),
  entry(3, "19T23:50", "export"),
  entry(2, "19T16:40"),
];

const options = {
  zone: "utc",
  nowMs: Date.parse("2026-11-20T14:00:00Z"),
  isWhole: false,
  ends: { hasBefore: false, hasAfter: false },
} as const;
const texts = (rows: ReturnType<typeof auditRows>) =>
  rows.map((row) => ("day" in row ? row.day : "folded" in row ? foldMessage(row.folded, "utc") : row.key));

test("auditRows groups entries by day and folds consecutive minor entries", () => {
  expect(texts(auditRows(log, options))).toEqual([
    "Today, Fri 20 Nov 2026",
    "9",
    "3 minor events between 12:03 and 12:30: 2 sign-ins, 1 preference",
    "5",
    "4",
    "Thu 19 Nov 2026",
    "3",
    "2",
  ]);
});

test("folds no minor entry that stands alone, and skips only folded ones in the drawer", () => {
  expect([...foldedEntries(log, "utc")]).toEqual(["8", "7", "6"]);
});

test("marks rules, schedules and commands with an icon, and people with their initials", () => {
  expect(actorIcon("npm run restore", false)).toBe("keys");
  expect(actorIcon("Switchboard", false)).toBe("brand");
  expect(actorIcon("Alert rule: Credit runs low", false)).toBe("bell");
  expect(actorIcon("Scheduled by Sam Whitfield", true)).toBe("clock");
  expect(actorIcon("Sam Whitfield", true)).toBeUndefined();
  expect(actorIcon("Somebody not signed in", false)).toBeUndefined();
});

test("counts the entries of a day only when the page has all of them", () => {
  const notes = (ends: { hasBefore: boolean; hasAfter: boolean }) =>
    auditRows(log, { ...options, ends }).flatMap((row) => ("day" in row ? [row.note] : []));
  expect(notes({ hasBefore: false, hasAfter: false })).toEqual(["6 entries", "2 entries"]);
  expect(notes({ hasBefore: false, hasAfter: true })).toEqual(["6 entries", undefined]);
  expect(notes({ hasBefore: true, hasAfter: true })).toEqual([undefined, undefined]);
});

test("auditRows shows every entry when the list is whole", () => {
  expect(auditRows(log, { ...options, isWhole: true }).length).toBe(log.length + 2);
});

test("foldMessage formats times by the configured conventions", () => {
  provideConventions(() => conventionsFor("en-US"));
  const folded = [entry(2, "20T15:46", "sign-in"), entry(1, "20T02:05", "sign-in")];
  expect(foldMessage(folded, "utc").replaceAll(/\s/g, " ")).toBe(
    "2 minor events between 2:05 AM and 3:46 PM: 2 sign-ins",
  );
});

test("daysAgo uses the date in the time zone", () => {
  vi.useFakeTimers({ now: new Date("2026-11-25T23:30:00Z"), toFake: ["Date"] });
  expect(daysAgo(0, "Europe/Berlin")).toBe("2026-11-26");
  expect(daysAgo(1, "Europe/Berlin")).toBe("2026-11-25");
  expect(daysAgo(0, "UTC")).toBe("2026-11-25");
});

const inputFor = (search: string, timeZone = "UTC") =>
  readInput(auditList, (name) => new URLSearchParams(search).get(name) ?? undefined, { timeZone });

test("the filters cover whole days of the time zone, including the last day", () => {
  expect(inputFor("from=2026-11-19&to=2026-11-20")).toMatchObject({
    from: "2026-11-19T00:00:00.000Z",
    to: "2026-11-21T00:00:00.000Z",
  });
  expect(inputFor("from=2026-11-19", "Europe/Berlin")).toMatchObject({ from: "2026-11-18T23:00:00.000Z" });
  expect(daysIn((name) => ({ from: "2026-11-20", to: "2026-11-19" })[name])).toEqual({
    from: "2026-11-19",
    to: "2026-11-20",
  });
});

test("the filters ignore invalid values", () => {
  expect(inputFor("outcome=perhaps&action=calls&text=&from=soon")).toEqual({ action: "calls", limit: 100 });
  expect(inputFor(`text=${"x".repeat(201)}&person=${"x".repeat(321)}&after=${"1".repeat(701)}`)).toEqual({
    limit: 100,
  });
});

test("shows the first page when an old link has a cursor of an earlier kind", () => {
  expect(inputFor("before=12&person=u1")).toEqual({ person: "u1", limit: 100 });
  expect(inputFor("after=abc")).toEqual({ after: "abc", limit: 100 });
});
