import { expect, test } from "vitest";
import { reasonIn } from "./reason-in";

test.each([
  ["a text alone", "Campaign must be paused", "Campaign must be paused"],
  ["a message", { message: "No credit left" }, "No credit left"],
  ["a message within an error", { error: { code: "E4", message: "No credit left" } }, "No credit left"],
  ["an error beside a message", { message: "Failed", error: { message: "No credit left" } }, "No credit left"],
  ["an error in one word", { error: "boom" }, "boom"],
  ["several messages", { message: ["a is empty", "b is empty"], error: "Bad Request" }, "a is empty; b is empty"],
  ["a message within a detail", { detail: { message: "No credit left" } }, "No credit left"],
  ["a detail", { detail: "No credit left" }, "No credit left"],
  ["a detail within an error", { error: { detail: "No credit left" } }, "No credit left"],
  ["the faults of each field", { errors: { name: ["is empty", "is odd"] } }, "name: is empty; name: is odd"],
  ["one fault of each field", { errors: { name: "is empty", url: "is odd" } }, "name: is empty; url: is odd"],
  ["fields with nothing around them", { name: ["is empty"] }, "name: is empty"],
  ["a title alone", { type: "about:blank", title: "Payment Required", status: 402 }, "Payment Required"],
  ["a title and a detail", { title: "Payment Required", detail: "No credit left" }, "No credit left"],
  ["an error and its description", { error: "invalid_request", error_description: "No credit" }, "No credit"],
  ["errors within an error", { error: { errors: [{ message: "No credit left" }] } }, "No credit left"],
  ["a message left empty", { message: " ", error: "Not Found", path: "/v1/tools/t" }, "Not Found"],
  ["a code alone", { success: false, code: "NO_CREDIT" }, "NO_CREDIT"],
  ["places of faults", { detail: [{ loc: ["body", "rows", 3], msg: "required" }] }, "body.rows.3: required"],
  ["the same twice", { errors: [{ message: "boom" }, { message: "boom" }] }, "boom"],
])("finds a reason in %s", (_where, body, reason) => {
  expect(reasonIn(body)).toBe(reason);
});

test.each([[null], [{}], [{ success: false, data: { id: "c", name: "Autumn" } }], [[]], [7], [{ error: true }]])(
  "finds no reason in %j",
  (body) => expect(reasonIn(body)).toBeUndefined(),
);

test("limits the depth of the search and the length of the reason", () => {
  const nested = (levels: number): unknown => (levels === 0 ? "boom" : { error: nested(levels - 1) });
  expect(reasonIn(nested(5))).toBe("boom");
  expect(reasonIn(nested(1000))).toBeUndefined();
  expect(reasonIn({ message: `\u202e${"y".repeat(1_000_000)}` })).toMatch(/^\[U\+202E\]y{400,491}…$/);
  expect(reasonIn({ errors: Array.from({ length: 1000 }, (_, index) => `no ${index}`) })).toMatch(/no 8; no 9$/);
});
