import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { onlyOf, partOfWhole } from "./use-desk";

const raw = {
  data: [{ id: "a", webhook_id: "w1", attempts: "6", trace: 1 }, { id: "b", webhook_id: "w2" }, "no object"],
};
const answer = { raw, drift: [], status: 200, requestId: "r", readAt: "2026-11-20T06:00:00Z" };

test("the whole log stands in for one webhook's", () => {
  expect(partOfWhole(answer, "w1")?.raw).toEqual({ success: true, data: [raw.data[0]] });
  expect(partOfWhole({ ...answer, raw: raw.data }, "w2")?.raw).toMatchObject({ data: [{ id: "b" }] });
  expect(partOfWhole(undefined, "w1")).toBeUndefined();
});

test("rows are told apart by how they were read: an ID that came as a number is one", () => {
  const sent = {
    data: [
      { id: 1, webhook_id: 7 },
      { id: 2, webhook_id: 8 },
    ],
  };
  const read = {
    data: [
      { id: "1", webhook_id: "7" },
      { id: "2", webhook_id: "8" },
    ],
  };
  expect(partOfWhole({ ...answer, raw: sent, read }, "8")).toMatchObject({
    raw: { data: [sent.data[1]] },
    read: { data: [read.data[1]] },
  });
});

test("entries of another webhook are left out and counted, nameless ones stay", () => {
  const all = indexLog([{ id: "a", webhook_id: "w1" }, { id: "b", webhook_id: "w2" }, { id: "c" }]);
  const { entries, foreign } = onlyOf(all, "w1");
  expect(entries.map(({ key }) => key)).toEqual(["a", "c"]);
  expect(foreign).toBe(1);
});
