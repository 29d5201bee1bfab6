import { expect, test } from "vitest";
import { alertInputs } from "@/lib/contract/inputs/alerts";
import { usualPace } from "./alert-settings";

const issuesOf = (changes: Partial<typeof usualPace>) =>
  alertInputs["alerts.set_pace"]
    .safeParse({ ...usualPace, from: "07:00", to: "07:00", ...changes })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("rejects quiet hours when they start and end at the same time", () => {
  expect(issuesOf({ is_quiet: true })).toEqual(["to: Quiet hours must start and end at different times."]);
  expect(issuesOf({ is_quiet: true, to: "07:01" })).toBeUndefined();
  expect(issuesOf({ is_quiet: false })).toBeUndefined();
});
