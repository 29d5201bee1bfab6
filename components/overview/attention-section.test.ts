import { expect, test } from "vitest";
import { attentionMessage } from "./attention-section";

test("the page says how much needs someone", () => {
  expect(attentionMessage({ count: 0, unread: [], stale: 0 })).toBe("Nothing needs anyone. Everything reads in order.");
  expect(attentionMessage({ count: 1, unread: [], stale: 0 })).toBe(
    "One thing needs someone. Everything else reads in order.",
  );
  expect(attentionMessage({ count: 4, unread: [], stale: 0 })).toBe(
    "Four things need someone. Everything else reads in order.",
  );
  expect(attentionMessage({ count: 12, unread: [], stale: 0 })).toBe(
    "12 things need someone. Everything else reads in order.",
  );
});

test("what could not be read is never called in order", () => {
  expect(attentionMessage({ count: 0, unread: ["the webhook log"], stale: 0 })).toBe(
    "Not everything could be looked at. The webhook log could not be read.",
  );
  expect(attentionMessage({ count: 2, unread: ["the plan’s limits", "the webhooks", "drift"], stale: 0 })).toBe(
    "Two things need someone. The plan’s limits, the webhooks and drift could not be read.",
  );
});

test("what is shown from before is never called in order", () => {
  expect(attentionMessage({ count: 7, unread: [], stale: 6 })).toBe(
    "Seven things need someone. Six parts of this page could not be read again.",
  );
  expect(attentionMessage({ count: 0, unread: ["drift"], stale: 1 })).toBe(
    "Not everything could be looked at. Drift could not be read. One part of this page could not be read again.",
  );
});
