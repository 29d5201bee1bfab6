import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { filterFrom } from "./log-filter";
import { haystacksOf, matchLog } from "./match-log";
import { remediesFor, remedyMessage } from "./no-entries";

const readMs = Date.parse("2026-11-20T08:00:00Z");
const ago = (hours: number) => new Date(readMs - hours * 3_600_000).toISOString();
const entries = indexLog([
  { id: "old", event: "call.ended", status: "failed", attempts: 6, delivered_at: ago(90) },
  ...["id_a", "id_b", "id_c"].map((id) => ({
    id,
    event: "call.started",
    status: "delivered",
    attempts: id === "id_a" ? 2 : 1,
    delivered_at: ago(1),
  })),
]);

function remedies(address: string) {
  const filter = filterFrom((name) => new URLSearchParams(address).get(name));
  return remediesFor(filter, matchLog(entries, { filter, readMs, haystacks: haystacksOf(entries, new Map()) }));
}
const names = (address: string) => remedies(address).map(({ out, entries }) => `${out.join(" and ")} ${entries}`);

test("an ID that is older than the time asked for is found by widening the time, not by dropping the ID", () => {
  expect(names("text=old")).toEqual(["time 1", "text 3"]);
  expect(remedyMessage(remedies("text=old"))).toBe("1 entry matches at another time.");
});

test("what was typed goes last, and of the other filters the one that leaves the fewest goes first", () => {
  expect(names("text=id_a&status=failed&event=call.started&time=all")).toEqual(["status 1", "event 0", "text 0"]);
  expect(names("text=nothing")).toEqual(["text 3", "time 0"]);
});

test("without text, the time goes first and then the filter that hides the most", () => {
  expect(names("status=failed")).toEqual(["time 1", "status 3"]);
  expect(names("attempts=2..&status=failed&event=call.started&time=all")).toEqual([
    "status 1",
    "event 1",
    "attempts 0",
  ]);
  expect(remedyMessage(remedies("attempts=4..&status=delivered&time=all"))).toBe(
    "3 entries match without attempts 4 or more.",
  );
});

test("an ID that two filters hide is found by keeping it alone", () => {
  expect(names("text=old&status=delivered")).toEqual(["time and status 1", "text 3", "time 0", "status 0"]);
  expect(remedyMessage(remedies("text=old&status=delivered"))).toBe("1 entry matches “old” alone.");
});

test("where no single filter hides them, that is said", () => {
  expect(remedyMessage(remedies("attempts=6&event=call.started&status=failed"))).toBe(
    "No single filter is what hides them: take out more than one.",
  );
});
