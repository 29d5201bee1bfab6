import { expect, test } from "vitest";
import { at, freshAlertEngine } from "@/lib/testing/alert-engine";

const { deliver, engineOf, keep, listed, now, reads, stateOf } = await freshAlertEngine();

test("alerts when an event of each day stops while the log is read", async () => {
  const day = 24 * 60;
  for (const days of [1, 2, 3]) await deliver(1, { minute: -days * day - 30, status: "delivered" });
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual([]);
  now.engine = engineOf();
  await reads("webhooks.logs", -1);
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual(["events_silent: call.ended no longer arrives at w1."]);
  await deliver(1, { minute: 4, status: "delivered" });
  await now.engine.evaluate(at(5));
  await reads("webhooks.logs", 9);
  await now.engine.evaluate(at(10));
  expect(await stateOf("events_silent")).toEqual(["over"]);
});

test("holds an alert of a silent event until the event comes again", async () => {
  const hour = 60;
  for (let hours = 96; hours >= 0; hours -= 1) await deliver(1, { minute: -hours * hour, status: "delivered" });
  const evaluate = async (minute: number) => {
    now.engine = engineOf();
    await reads("webhooks.logs", minute);
    await now.engine.evaluate(at(minute));
  };
  for (const hours of [7, 25, 31, 80]) {
    await evaluate(hours * hour);
    await evaluate(hours * hour + 2);
    expect(await stateOf("events_silent")).toEqual(["open"]);
  }
  expect((await listed())[0]).toMatchObject({
    why: "None in 3 d 8 h. It arrived every day until then",
    since: at(0).toISOString(),
  });
  await deliver(1, { minute: 81 * hour, status: "delivered" });
  await evaluate(81 * hour + 1);
  await evaluate(81 * hour + 3);
  expect(await stateOf("events_silent")).toEqual(["over"]);
});

test("clears an alert of a silent event when its webhook is gone or not subscribed", async () => {
  const day = 24 * 60;
  await keep("webhooks", "w1", { url: "https://warehouse.example.com/in", events: ["call.ended"] });
  await keep("webhooks", "", { rows: 1 });
  for (const webhook of ["w1", "gone"])
    for (const days of [1, 2, 3]) await deliver(1, { webhook, minute: -days * day - 30, status: "delivered" });
  await reads("webhooks.logs", 0);
  await now.engine.evaluate(at(0));
  await keep("webhooks", "w1", { url: "https://warehouse.example.com/in", events: ["call.started"] }, 1);
  for (const minute of [2 * day, 2 * day + 6]) {
    await reads("webhooks.logs", minute);
    await now.engine.evaluate(at(minute));
  }
  expect(await stateOf("events_silent")).toEqual(["over", "over"]);
});

test("alerts when calls start without an end event, until an end event comes", async () => {
  const day = 24 * 60;
  const evaluate = async (minute: number) => {
    now.engine = engineOf();
    await now.engine.evaluate(at(minute));
    await now.engine.evaluate(at(minute + 5));
    await now.engine.evaluate(at(minute + 10));
    return stateOf("calls_unended");
  };
  await deliver(30, { minute: -60, event: "call.started", status: "delivered" });
  await deliver(15, { minute: -40, event: "call.ended", status: "delivered" });
  expect(await evaluate(0)).toEqual(["open"]);
  expect(now.notified).toEqual(["calls_unended: 15 calls reported a start but no end to w1."]);
  expect((await listed())[0]?.why).toBe("30 started over half an hour ago, 15 ended, in 25 hours");
  expect(await evaluate(2 * day)).toEqual(["open"]);
  await deliver(1, { minute: 3 * day, event: "call.started", status: "delivered" });
  expect(await evaluate(3 * day + 60)).toEqual(["open"]);
  await deliver(1, { minute: 3 * day + 80, event: "call.ended", status: "delivered" });
  expect(await evaluate(3 * day + 90)).toEqual(["over"]);
});
