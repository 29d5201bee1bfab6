import { expect, test } from "vitest";
import { readInput } from "@/components/list/list-input";
import { searchedPerson } from "@/components/person/number-sentence";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { callList } from "./call-list";
import { clockOf, limitMessage, liveOrder, liveState, shapeOf } from "./found-call";

const found = (facts: Partial<FoundCall> = {}): FoundCall => ({
  ...{ call_id: "c1", session_id: null, campaign_id: null, campaign_name: null, assistant_id: null },
  ...{ contact: "447700900417", contact_name: "Karim Haddad", own_number: "12125550100", direction: "outbound" },
  ...{ status: "in-progress", reason: null, at: "2026-11-20T15:00:00Z", started_at: null, ended_at: null },
  ...{ answered_at: "2026-11-20T15:00:00Z", seconds: null, is_over: false, limit_at: "2026-11-20T15:10:00Z" },
  ...{ no_end_seen: false, events: 1, confirmed_at: null, state_at: null },
  ...facts,
});

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);

test("counts the time of a call from its answer, and over its limit", () => {
  expect(clockOf(found(), at("15:03:08"))).toEqual({ seconds: 188, limit: 600, over: 0, isLate: false });
  expect(clockOf(found(), at("15:13:24"))).toEqual({ seconds: 804, limit: 600, over: 204, isLate: true });
  expect(clockOf(found({ limit_at: null }), at("15:13:24"))).toMatchObject({ limit: undefined, isLate: false });
  expect(clockOf(found(), at("14:59:00"))).toMatchObject({ seconds: 0, over: 0 });
});

test("names the limit, or by how much it is passed", () => {
  const message = (call: FoundCall, time: string) => limitMessage(clockOf(call, at(time)));
  expect(message(found(), "15:03:08")).toBe("of 10 min");
  expect(message(found(), "15:13:24")).toBe("3:24 over 10 min");
  expect(message(found({ limit_at: null }), "15:03:08")).toBe("limit unknown");
});

test("says that a call rings only while that is known, and else that it is in progress", () => {
  const rings = found({ status: "ringing", answered_at: null, limit_at: null, state_at: "2026-11-20T15:00:10Z" });
  expect(liveState(rings, at("15:00:20")).word).toBe("Ringing");
  expect(liveState(rings, at("15:01:00")).word).toBe("In progress");
  expect(liveState({ ...rings, status: "queued" }, at("15:00:20")).word).toBe("Waiting");
  expect(liveState({ ...rings, answered_at: "2026-11-20T15:00:12Z" }, at("15:00:20")).word).toBe("Talking");
});

test("says by how much a call is past its limit, and that no end was seen", () => {
  expect(liveState(found(), at("15:43:05"))).toEqual({ word: "33 min past its limit", tone: "wait" });
  expect(liveState(found({ limit_at: null, no_end_seen: true }), at("15:43:05")).word).toBe("No end seen");
});

test("orders calls past their limit first, then by length", () => {
  const calls = [
    found({ call_id: "short", at: "2026-11-20T15:09:00Z", answered_at: null, limit_at: null }),
    found({ call_id: "long", at: "2026-11-20T15:08:00Z", answered_at: null, limit_at: null }),
    found({ call_id: "lost", at: "2026-11-20T15:09:30Z", answered_at: null, limit_at: null, no_end_seen: true }),
    found({ call_id: "late", answered_at: null, limit_at: "2026-11-20T15:10:00Z" }),
  ];
  expect(liveOrder(calls, at("15:11:00")).map(({ call_id }) => call_id)).toEqual(["late", "lost", "long", "short"]);
});

test("takes the caller of an inbound call as the customer", () => {
  expect(shapeOf(found({ direction: "inbound" }))).toMatchObject({ customerNumber: "+447700900417", isInbound: true });
  expect(shapeOf(found())).toMatchObject({ customerNumber: "+447700900417", ownNumber: "+12125550100", isLive: true });
});

test("is over if an event said so, whatever its status is called", () => {
  expect(shapeOf(found({ is_over: true, status: "in-progress" }))).toMatchObject({ isOver: true, isLive: false });
});

test("reads the filters from the address, with days in the zone", () => {
  const filters = (search: string) =>
    readInput(callList, (name) => new URLSearchParams(search).get(name) ?? undefined, { timeZone: "UTC" });
  expect(filters("view=opened")).toEqual({ limit: 50 });
  expect(filters("text=+030%2023125071&direction=sideways")).toEqual({ text: "030 23125071", limit: 50 });
  expect(filters("from=2026-11-19&to=2026-11-20&campaign=c-1")).toMatchObject({
    ...{ from: "2026-11-19T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z", campaign_id: "c-1" },
  });
});

test("takes the number that was typed in full, or the only one of the calls found by a part of it", () => {
  const [one, other] = [found({ contact: "493023125071" }), found({ contact: "493023125072" })];
  const typed = "+49 (0)30 2312-5071";
  const whole = { is: "whole", digits: "493023125071" } as const;
  const person = { number: "+493023125071", key: { number: typed } };
  expect(searchedPerson(typed, { searched: whole, data: [] })).toEqual(person);
  const brazilian = found({ contact: "5551987654321" });
  const peruvian = { is: "whole", digits: "51987654321" } as const;
  const caller = { number: "+5551987654321", key: { number: "+5551987654321" } };
  expect(searchedPerson("(51) 98765-4321", { searched: peruvian, data: [brazilian] })).toEqual(caller);
  const part = { is: "part", digits: "3023125071" } as const;
  const only = { number: "+493023125071", key: { number: "+493023125071" } };
  expect(searchedPerson("030 23125071", { searched: part, data: [one, one] })).toEqual(only);
  expect(searchedPerson("030 23125071", { searched: part, data: [one, other] })).toBeUndefined();
  expect(searchedPerson("030 23125071", { searched: part, data: [] })).toBeUndefined();
  expect(searchedPerson("call_1", { searched: null, data: [one] })).toBeUndefined();
});

test("names a person by their call when the number is hidden", () => {
  const hidden = found({ contact: "4930•••5071" });
  const part = { is: "part", digits: "5071" } as const;
  expect(searchedPerson("030 23125071", { searched: part, data: [hidden] })?.key).toEqual({ call_id: "c1" });
});
