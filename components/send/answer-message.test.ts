import { expect, test } from "vitest";
import { answerBody, messageOf } from "./answer-message";

test("the platform's message is found beside or inside its data, and nothing is made up", () => {
  expect(messageOf({ success: true, message: "Campaign started" })).toBe("Campaign started");
  expect(messageOf({ success: true, data: { message: "Tool deleted" } })).toBe("Tool deleted");
  expect(messageOf({ success: true, data: { status: "ended" } })).toBeUndefined();
  expect(messageOf("ok")).toBeUndefined();
  expect(messageOf({ message: "Paused \u202edeliaf" })).toBe("Paused [U+202E]deliaf");
  expect(messageOf({ success: true, data: { message: " " } })).toBeUndefined();
});

test("a kept answer that was cut off stays text", () => {
  expect(answerBody('{"a":1}')).toEqual({ json: { a: 1 } });
  expect(answerBody('{"a":')).toEqual({ text: '{"a":' });
});
