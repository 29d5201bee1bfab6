import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { onlyOf, partOfWhole, sentRecord } from "./log-of-one";

const raw = {
  data: [{ id: "a", webhook_id: "w1", attempts: "6", trace: 1 }, { id: "b", webhook_id: "w2" }, "no object"],
};
const answer = { raw, status: 200, requestId: "r", readAt: "2026-11-20T06:00:00Z" };

test("the whole log stands in for one webhook's", () => {
  expect(partOfWhole(answer, "w1")?.raw).toEqual({ success: true, data: [raw.data[0]] });
  expect(partOfWhole({ ...answer, raw: raw.data }, "w2")?.raw).toMatchObject({ data: [{ id: "b" }] });
  expect(partOfWhole(undefined, "w1")).toBeUndefined();
});

test("entries of another webhook are left out and counted, nameless ones stay", () => {
  const { logs, foreign } = onlyOf([{ id: "a", webhook_id: "w1" }, { id: "b", webhook_id: "w2" }, { id: "c" }], "w1");
  expect(logs.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(foreign).toBe(1);
});

test("a record is shown as it was sent, not as it was read", () => {
  const [entry] = indexLog([{ id: "a", webhook_id: "w1", attempts: undefined, delivered_at: undefined }]);
  expect(entry && sentRecord(raw, entry)).toBe(raw.data[0]);
});
