import { expect, test } from "vitest";
import { answerBody, messageOf } from "./answer-message";

test("messageOf finds the message beside or inside the data", () => {
  expect(messageOf({ success: true, message: "Campaign started" })).toBe("Campaign started");
  expect(messageOf({ success: true, data: { message: "Tool deleted" } })).toBe("Tool deleted");
  expect(messageOf({ success: true, data: { status: "ended" } })).toBeUndefined();
  expect(messageOf("ok")).toBeUndefined();
  expect(messageOf({ message: "Paused \u202edeliaf" })).toBe("Paused [U+202E]deliaf");
  expect(messageOf({ success: true, data: { message: " " } })).toBeUndefined();
});

test("answerBody returns text when stored JSON was truncated", () => {
  expect(answerBody('{"a":1}')).toEqual({ json: { a: 1 } });
  expect(answerBody('{"a":')).toEqual({ text: '{"a":' });
});
