import { expect, test } from "vitest";
import { checksInMessage, statusTone, statusWord } from "./connection-test-section";

test("checks are counted with the gravest first", () => {
  const rowStatuses = ["ok", "skipped", "ok", "fault", "look", "look"] as const;
  expect(checksInMessage(rowStatuses.map((outcome) => ({ outcome })))).toBe(
    "1 with a problem, 2 with a warning, 2 OK, 1 not tried",
  );
  expect(checksInMessage([])).toBe("");
});

test("an endpoint that nobody asked is off, and one that gave no answer is at fault", () => {
  expect([statusTone(null, null), statusWord(null, null)]).toEqual(["idle", "not asked yet"]);
  expect([statusTone(null, "2026-11-20T06:00:00Z"), statusWord(null, "2026-11-20T06:00:00Z")]).toEqual([
    "fault",
    "no answer",
  ]);
});

test("a refused record is an answer to look at, a refused key is a fault", () => {
  const at = "2026-11-20T06:00:00Z";
  expect([200, 204, 302, 404, 400, 401, 403, 500].map((status) => statusTone(status, at))).toEqual([
    "ok",
    "ok",
    "wait",
    "wait",
    "wait",
    "fault",
    "fault",
    "fault",
  ]);
});
