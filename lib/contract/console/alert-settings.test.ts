import { expect, test } from "vitest";
import { setAlertPace, usualPace } from "./alert-settings";

const given = (more: Partial<typeof usualPace>) =>
  setAlertPace.input
    .safeParse({ ...usualPace, from: "07:00", to: "07:00", ...more })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("quiet hours end at another time than they begin: equal ones would hold everything", () => {
  expect(given({ is_quiet: true })).toEqual(["to: Quiet hours must start and end at different times."]);
  expect(given({ is_quiet: true, to: "07:01" })).toBeUndefined();
  expect(given({ is_quiet: false })).toBeUndefined();
});
