import { expect, test } from "vitest";
import { publishedWords, saidOf } from "./published-words";

const kept = {
  id: "1",
  at: "2026-11-20T06:00:00Z",
  actor_name: "Ada",
  action: "workflows.publish",
  target: "intake/router",
  outcome: "ok" as const,
  status: 200,
  message: null,
  request_id: "r1",
  detail: null,
};

test("a publish is told by its version", () => {
  expect(publishedWords({ version: 14, status: "published" })).toBe("Published version 14.");
});

test("an answer without a version says so", () => {
  expect(publishedWords({ version: null, status: "published" })).toContain("without a version");
  expect(publishedWords({})).toBe("Published. The API sent no version.");
});

test("a kept answer reads the same, and what cannot be read says nothing", () => {
  const body = '{"success":true,"data":{"version":14,"status":"published"}}';
  expect(saidOf({ ...kept, body })).toBe("Published version 14.");
  expect(saidOf({ ...kept, body: '{"success":' })).toBeUndefined();
  expect(saidOf({ ...kept, outcome: "refused", body })).toBeUndefined();
});
