import { expect, test } from "vitest";
import { needWords } from "./need-words";

test("the page says how much needs someone", () => {
  expect(needWords({ count: 0, unread: [] })).toBe("Nothing needs anyone. Everything reads in order.");
  expect(needWords({ count: 1, unread: [] })).toBe("One thing needs someone. Everything else reads in order.");
  expect(needWords({ count: 4, unread: [] })).toBe("Four things need someone. Everything else reads in order.");
  expect(needWords({ count: 12, unread: [] })).toBe("12 things need someone. Everything else reads in order.");
});

test("what could not be read is never called in order", () => {
  expect(needWords({ count: 0, unread: ["the webhook log"] })).toBe(
    "Not everything could be looked at. The webhook log could not be read.",
  );
  expect(needWords({ count: 2, unread: ["the plan’s limits", "the webhooks", "drift"] })).toBe(
    "Two things need someone. The plan’s limits, the webhooks and drift could not be read.",
  );
});
