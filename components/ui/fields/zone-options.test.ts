import { expect, test } from "vitest";
import { matchingOptions } from "./combobox";
import { zoneChoices } from "./zone-options";

const found = (text: string) => matchingOptions(zoneChoices("UTC"), text).shown.map(({ value }) => value);

test("finds a time zone when its city is typed, also by a former name", () => {
  expect(found("london")[0]).toBe("Europe/London");
  expect(found("new york")[0]).toBe("America/New_York");
  expect(found("calcutta")[0]).toBe("Asia/Kolkata");
  expect(found("kiev")[0]).toBe("Europe/Kyiv");
});

test("offers no zone by a former name, and every zone once", () => {
  const values = zoneChoices("UTC").map(({ value }) => value);
  expect(values).not.toContain("Asia/Calcutta");
  expect(values).not.toContain("Europe/Kiev");
  expect(new Set(values).size).toBe(values.length);
});

test("keeps a chosen zone as it is stored", () => {
  expect(zoneChoices("europe/berlin")[0]).toMatchObject({ value: "europe/berlin", label: "berlin" });
});
