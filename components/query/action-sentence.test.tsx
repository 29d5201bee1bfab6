import { expect, test } from "vitest";
import { pageOf } from "@/lib/testing/components/records";
import { PersonMark } from "./action-sentence";

const lettersOf = (name: string) => pageOf(<PersonMark name={name} />, []).replaceAll(/<[^>]+>/g, "");

test("marks a person with initials", () => {
  expect(["Sam Whitfield", "Nia", "Ada Maria Admin", "Switch Boardman"].map(lettersOf)).toEqual([
    "SW",
    "NI",
    "AA",
    "SB",
  ]);
});

test.each([
  "Switchboard",
  "Switchboard (scheduled by Mia; Mia is disabled)",
  "npm run restore",
  "Token CRM of Sam Whitfield",
  "Scheduled by Sam Whitfield",
  "Hours set by Sam Whitfield",
  "Alert rule: Credit runs low",
  "Guard rail: Outside calling hours",
  "Calling hours for all campaigns",
])("marks %s with a glyph, because its letters would be a person's", (name) => {
  expect(lettersOf(name)).toBe("");
  expect(pageOf(<PersonMark name={name} />, [])).toContain("<svg");
});
