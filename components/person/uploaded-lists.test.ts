import { expect, test } from "vitest";
import { outcomeText } from "./uploaded-lists";

const upload = { rows: 400, accepted: 400, outcome: "ok" };

test("says how many of a list the platform accepted when it did not accept all", () => {
  expect(outcomeText(upload)).toBe("accepted");
  expect(outcomeText({ ...upload, accepted: null })).toBe("accepted");
  expect(outcomeText({ ...upload, accepted: 390 })).toBe("accepted 390 of its 400 contacts");
});

test("calls an outcome unknown when an upload was stopped or left no record", () => {
  expect(["stopped", "unknown", null].map((outcome) => outcomeText({ ...upload, outcome }))).toEqual([
    "stopped, outcome unknown",
    "outcome unknown",
    "outcome unknown",
  ]);
});
