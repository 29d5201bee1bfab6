import { expect, test } from "vitest";
import { documentedMeanings, toneOf } from "./console/meanings";
import { campaignPatterns, isStatusWord } from "./status-words";
import { defaultMeaning, defaultMeanings } from "./usual-meanings";

test("takes a tone as documented, then as set by an admin, then the usual one", () => {
  const set = { resource: "calls", field: "status", word: "failed", tone: "done" } as const;
  const meanings = [...documentedMeanings, set];
  expect(toneOf(meanings, "calls", "status", "failed")).toBe("done");
  expect(toneOf(meanings, "campaigns", "status", "Failed")).toBe("fault");
  expect(toneOf(meanings, "calls", "status", "parked")).toBe("unknown");
  expect(toneOf(meanings, "calls", "status", null)).toBe("unknown");
});

test("has no usual meaning that contradicts the document", () => {
  for (const { word, tone } of documentedMeanings) expect([tone, undefined]).toContain(defaultMeanings.get(word));
});

test.each(["running", "Dialing", "calling", "in_progress", "resumed"])(
  "shows %s as under way when it means that a campaign runs",
  (word) => {
    expect([isStatusWord(campaignPatterns.running, word), defaultMeaning(word)]).toEqual([true, "live"]);
  },
);
