import { expect, test } from "vitest";
import { countKnown, foldedChoices, webhookChoices } from "./webhook-choices";

const webhooks = [{ id: "w1" }, { id: "w2" }];
const counts = new Map([["w9", { entries: 3, notDelivered: 1 }]]);

test("webhooks that only the log or the address names come after the listed ones", () => {
  const choices = webhookChoices({ webhooks, sent: webhooks, counts, chosen: "nope" });
  expect(choices.map(({ id }) => id)).toEqual(["w1", "w2", "w9", "nope"]);
});

test("an ID that only the address names is not counted as a webhook", () => {
  expect(countKnown(webhookChoices({ webhooks, sent: webhooks, counts, chosen: "nope" }))).toBe(3);
  expect(countKnown(webhookChoices({ webhooks, sent: webhooks, counts: undefined, chosen: "nope" }))).toBe(2);
});

test("webhooks that share an ID or have none are all listed", () => {
  const unknown = [{ id: "w1" }, { id: "w1", url: "https://b.example" }, {}, { url: "https://c.example" }];
  const choices = webhookChoices({ webhooks: unknown, sent: unknown, counts: undefined, chosen: undefined });
  expect(choices.map(({ key, id }) => [key, id])).toEqual([
    ["w1", "w1"],
    ["w1 (2)", "w1"],
    ["no ID", undefined],
    ["no ID (2)", undefined],
  ]);
});

test("a long list is folded to its first and the chosen one, and is searched by ID, address, status and event", () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ id: `w${at}`, url: `https://host-${at}.example/in` }));
  const choices = webhookChoices({ webhooks: many, sent: many, counts: undefined, chosen: undefined });
  const ids = (asked: Partial<Parameters<typeof foldedChoices>[1]>) =>
    foldedChoices(choices, { text: "", isWhole: false, chosen: undefined, ...asked }).map(({ id }) => id);
  expect(ids({})).toHaveLength(8);
  expect(ids({ chosen: "w321" }).at(-1)).toBe("w321");
  expect(ids({ isWhole: true })).toHaveLength(500);
  expect(ids({ text: "HOST-499." })).toEqual(["w499"]);
});
