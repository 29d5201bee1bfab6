import { expect, test } from "vitest";
import { hereFilters } from "@/lib/contract/console/webhook-log/filter";
import { health, summary as summaryOf } from "@/lib/testing/components/deliveries";
import { answerOf } from "./log-answer";
import { filterFrom } from "./log-list";

const counts = { yes: 1_500, several: 4, no: 5, waiting: 2, not_in_log: 3, arrived: 1_507 };
const choices = { ...summaryOf({}).choices, here: hereFilters.map((word) => ({ word, count: counts[word] })) };

const headingOf = (search: string, total: number, events = 0) =>
  answerOf(summaryOf({ total, events, not_delivered: 3, choices }), {
    filter: filterFrom((name) => new URLSearchParams(search).get(name) ?? undefined),
    targets: new Map(),
    momentOf: (iso) => iso,
  });

test.each([
  ["here=no", 5, "fault", "Not here: 5 of 1,511 deliveries to Switchboard in the last 24 h"],
  ["here=yes&time=all", 1_500, "ok", "Arrived here: 1,500 of 1,511 deliveries to Switchboard"],
  [
    "here=several&time=7d",
    4,
    "wait",
    "Arrived here several times: 4 of 1,511 deliveries to Switchboard in the last 7 d",
  ],
  [
    "here=waiting&event=call.ended",
    2,
    "idle",
    "Not compared yet: 2 of 1,511 matching deliveries to Switchboard in the last 24 h",
  ],
  ["here=no&time=all", 0, "ok", "Not here: none of 1,511 deliveries to Switchboard"],
])("answers the filter %s when %i deliveries match", (search, total, tone, text) => {
  expect(headingOf(search, total)).toMatchObject({ tone, text });
});

test.each([
  ["here=not_in_log", 0, 3, "unknown", "Not in the log: 3 events to Switchboard in the last 24 h"],
  [
    "here=not_in_log&event=call.ended",
    0,
    0,
    "idle",
    "Not in the log: no matching events to Switchboard in the last 24 h",
  ],
  ["here=arrived&time=all", 1_504, 3, "ok", "Arrived here: 1,507 events to Switchboard"],
  ["here=arrived&text=Ana", 0, 1, "ok", "Arrived here: 1 matching event to Switchboard in the last 24 h"],
  ["text=Ana", 0, 1, "ok", "Arrived here: 1 matching event to Switchboard in the last 24 h"],
])("answers the filter %s with %i deliveries and %i events in no log", (search, total, events, tone, text) => {
  expect(headingOf(search, total, events)).toMatchObject({ tone, text });
});

test("says nothing of whose fault it is when no delivery that failed matches", () => {
  const counted = { total: 2, not_delivered: 1, retrying: 0 };
  const webhooks = [health("w1", { ...counted }), health("w2")];
  const moreOf = (not_delivered: number) =>
    answerOf(summaryOf({ total: 2, not_delivered, webhooks }), {
      filter: filterFrom(() => undefined),
      targets: new Map(),
      momentOf: (iso) => iso,
    }).more.join(" ");
  expect([moreOf(1).includes("the fault is likely at"), moreOf(0)]).toEqual([true, ""]);
});
