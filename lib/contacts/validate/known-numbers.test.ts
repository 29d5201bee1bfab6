import { expect, test } from "vitest";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";

const text = ["phone_number,name", ...[1, 2, 3, 4, 5].map((at) => `${number(at)},Person ${at}`), "x,Nobody"].join("\n");

test("pages through the numbers of the rows that are sent", async () => {
  const { engine } = await checkedText(text);
  const first = await engine.numbers(0, 3);
  expect([...first.rows]).toEqual([2, 3, 4]);
  expect([...first.numbers].map((digits) => `+${digits}`)).toEqual([1, 2, 3].map(number));
  const rest = await engine.numbers(4, 3);
  expect([...rest.rows]).toEqual([5, 6]);
  expect([...(await engine.numbers(6, 3)).rows]).toEqual([]);
});

test("leaves known rows out of the counts, the countries and the file, and lists them with their reason", async () => {
  const { engine, report } = await checkedText(text);
  const { checkId } = report;
  const counted = await engine.leaveOut(checkId, {
    do_not_call: Uint32Array.from([2]),
    sent_elsewhere: Uint32Array.from([4, 5]),
  });
  expect(counted.counts).toMatchObject({ sent: 2, toFix: 1, leftOut: 3 });
  expect(counted.countries.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  const written = await engine.write({ kind: "sent", checkId }, () => undefined);
  expect(await written.file.text()).toContain("Person 2");
  expect(await written.file.text()).not.toMatch(/Person [134]/);
  const others = await engine.write({ kind: "notSent", checkId }, () => undefined);
  expect(await others.file.text()).toContain("This number is on the do-not-call list.");
  expect(await engine.list({ group: "sent_elsewhere", text: "" })).toBe(2);
  expect(await engine.page(0, 2)).toMatchObject([
    { row: 4, rowStatus: "sent_elsewhere", message: "An earlier list sent this number to another campaign." },
    { row: 5, rowStatus: "sent_elsewhere" },
  ]);
});

test("sends rows again that are no longer left out", async () => {
  const { engine, report } = await checkedText(text);
  await engine.leaveOut(report.checkId, { sent_elsewhere: Uint32Array.from([4, 5]) });
  const counted = await engine.leaveOut(report.checkId, { do_not_call: Uint32Array.from([2]) });
  expect(counted.counts).toMatchObject({ sent: 4, leftOut: 1 });
  expect(counted.rowStatuses).toMatchObject({ ok: 4, do_not_call: 1, sent_elsewhere: 0 });
});

test("refuses to leave rows out of a list that was checked again", async () => {
  const { engine, plan, report } = await checkedText(text);
  await engine.check({ ...plan }, () => undefined);
  await expect(engine.leaveOut(report.checkId, {})).rejects.toThrow("counted again");
});

test("counts the people to be sent by country and zones, without rows that are left out", async () => {
  const lines = ["+12125550101,A", "+12125550102,B", "+13105550101,C", "+442079460101,D"];
  const { engine, report } = await checkedText(["phone_number,name", ...lines].join("\n"));
  const newYork = { country: "US", zones: ["America/New_York"] };
  expect(await engine.places()).toMatchObject([
    { ...newYork, people: 2 },
    { country: "US", zones: ["America/Los_Angeles"], people: 1 },
    { country: "GB", zones: ["Europe/London"], people: 1 },
  ]);
  await engine.leaveOut(report.checkId, { do_not_call: Uint32Array.from([2, 4]) });
  expect(await engine.places()).toMatchObject([
    { ...newYork, people: 1 },
    { country: "GB", people: 1 },
  ]);
});
