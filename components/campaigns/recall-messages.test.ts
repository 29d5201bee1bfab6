import { expect, test } from "vitest";
import { leftOutSentences, recallSentence, recallTitle } from "./recall-messages";

const count = {
  people: 61,
  results: [
    { result: "No answer", people: 42 },
    { result: "Not connected", people: 19 },
  ],
};
const none = { blocked: 0, retried: 0, in_call: 0, without_number: 0 };

test("says who is called again, and who is left out and why", () => {
  const found = { ...count, ...none, blocked: 1, retried: 7 };
  expect(recallTitle(found)).toBe("Call 61 people again?");
  expect(recallSentence(found)).toBe("No answer 42, not connected 19.");
  expect(leftOutSentences(found)).toEqual([
    "1 person is on the do-not-call list and is left out.",
    "7 people may still be called by a campaign and are left out.",
  ]);
});

test("says that nobody can be called again when all are left out", () => {
  expect(recallTitle({ ...none, people: 0, results: [] })).toBe("Nobody of them can be called again now");
});
