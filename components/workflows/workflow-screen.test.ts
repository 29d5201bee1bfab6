import { expect, test } from "vitest";
import { publishWorkflow } from "@/lib/contract/api/workflows";
import { parseAnswer } from "@/lib/contract/parse-answer";
import { publishedLabel, publishedMessage } from "./workflow-screen";

const kept = {
  id: "1",
  at: "2026-11-20T06:00:00Z",
  actor_name: "Ada",
  action: "workflows.publish",
  target: "intake/router",
  outcome: "ok" as const,
  status: 200,
  message: null,
  is_quoted: false,
  request_id: "r1",
  detail: null,
  words: [""],
  record: null,
  note: null,
};

const words = (data: unknown, status = 200) => {
  const raw = { success: true, data };
  const parsed = parseAnswer(publishWorkflow.output, raw);
  return parsed && publishedMessage({ value: parsed.value, raw, status });
};

test("a publish is reported by its version, whatever kind the version is", () => {
  expect(words({ version: 14, status: "published" })).toBe("Published version 14.");
  expect(words({ version: "42", status: "Published" })).toBe("Published version 42.");
  expect(words({ version: "v1.2" })).toBe("Published version v1.2.");
  expect(words({ status: "published" })).toBe("Published. The platform sent no version.");
});

test("what the platform does not call published is not called so here", () => {
  expect(words({ version: 3, status: "publishing" })).toBe(
    "The platform answered 200, “publishing” for version 3. It does not confirm yet that the workflow is published.",
  );
  expect(words({ version: 3, status: "queued" }, 202)).toContain("202, “queued” for version 3");
  expect(words({ version: 3 }, 202)).toContain("does not say whether");
  expect(words({})).toBe("The platform answered 200 and does not say whether the workflow is published.");
});

test("a kept answer reads the same, and what cannot be read says nothing", () => {
  const body = '{"success":true,"data":{"version":14,"status":"published"}}';
  expect(publishedLabel({ ...kept, body })).toBe("Published version 14.");
  expect(publishedLabel({ ...kept, status: 202, body: '{"success":true,"message":"Queued","data":{}}' })).toContain(
    "“Queued”",
  );
  expect(publishedLabel({ ...kept, body: '{"success":' })).toBeUndefined();
  expect(publishedLabel({ ...kept, body: "", status: 204 })).toMatch(/^The platform answered 204 and does not say/);
  expect(publishedLabel({ ...kept, outcome: "refused", body })).toBeUndefined();
});
