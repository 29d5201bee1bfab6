import { expect, test } from "vitest";
import { errorForLog } from "./error-for-log";

test("keeps code and stack of a failed query, but none of its values", () => {
  const database = Object.assign(new Error("duplicate key value"), { code: "23505", detail: "Key (email)=(mara@x)" });
  const query = Object.assign(new Error("Failed query: insert … params: mara@x"), {
    query: "insert",
    params: ["mara@x"],
  });
  query.cause = database;
  const logged = JSON.stringify(errorForLog(query));
  expect(logged).not.toContain("mara@x");
  expect(logged).toContain("23505");
  expect(logged).toContain("error-for-log.test.ts");
});

test("keeps the message of any other error", () => {
  expect(errorForLog(new TypeError("x is not a function"))).toMatchObject({
    type: "TypeError",
    message: "x is not a function",
  });
  expect(errorForLog("text")).toEqual({ message: "string" });
});
