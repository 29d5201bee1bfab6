import { expect, test } from "vitest";
import { countKnown, webhookChoices } from "./webhook-choices";

const webhooks = [{ id: "w1" }, { id: "w2" }];
const counts = new Map([["w9", { entries: 3, notDelivered: 1 }]]);

test("webhooks that only the log or the address names come after the listed ones", () => {
  const choices = webhookChoices({ webhooks, counts, chosen: "nope" });
  expect(choices.map(({ id }) => id)).toEqual(["w1", "w2", "w9", "nope"]);
});

test("an ID that only the address names is not counted as a webhook", () => {
  expect(countKnown(webhookChoices({ webhooks, counts, chosen: "nope" }))).toBe(3);
  expect(countKnown(webhookChoices({ webhooks, counts: undefined, chosen: "nope" }))).toBe(2);
});
