import { expect, test } from "vitest";
import { errorForLog } from "./log";

test("a failed query keeps its code and place, and none of its values", () => {
  const database = Object.assign(new Error("duplicate key value"), { code: "23505", detail: "Key (email)=(mara@x)" });
  const query = Object.assign(new Error("Failed query: insert … params: mara@x"), {
    query: "insert",
    params: ["mara@x"],
  });
  query.cause = database;
  const kept = JSON.stringify(errorForLog(query));
  expect(kept).not.toContain("mara@x");
  expect(kept).toContain("23505");
  expect(kept).toContain("error-for-log.test.ts");
});

test("any other error keeps its words", () => {
  expect(errorForLog(new TypeError("x is not a function"))).toMatchObject({
    type: "TypeError",
    message: "x is not a function",
  });
  expect(errorForLog("text")).toEqual({ message: "string" });
});
