import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { documentedMeanings, toneOf as toneIn } from "@/lib/contract/console/settings";
import type { Known } from "./attention-item";
import { attentionItems } from "./attention-items";

const toneOf: Known["toneOf"] = (resource, field, word) => toneIn(documentedMeanings, resource, field, word);
const known = (part: Partial<Known>): Known => ({
  toneOf,
  nameOf: (id) => (id === "as_1" ? "Reception" : undefined),
  isAdmin: true,
  ...part,
});
const sentences = (part: Partial<Known>) =>
  attentionItems(known(part)).map(({ subject, message }) => `${subject} ${message}`);

const credential = { id: "crd_1", name: "CRM bridge", status: "active", last_sync_status: "synced" };
const number = { id: "num_1", phone_number: "+442079460903", status: "active", assistant_id: "as_1" };
const webhook = { id: "wh_1", url: "https://warehouse.example.com/in?key=secret", status: "active" };
const plan = {
  is_allowed: true,
  current_count: 14,
  max_phone_numbers: 20,
  localized_balance: "1184.60",
  localized_currency: "EUR",
  pricing: { min_credit_balance: "50.00", currency: "EUR" },
};

test("where everything is in order nothing needs anyone", () => {
  const recent = indexLog([{ id: "1", webhook_id: "wh_1", status: "delivered", attempts: 1 }]);
  const connection = { is_answering: true, is_faulty: false, last_answer_at: null, last_problem: null };
  expect(
    sentences({
      credentials: [credential],
      numbers: [number],
      webhooks: [webhook],
      plan,
      recent,
      connection,
      drift: [],
    }),
  ).toEqual([]);
});

test("what was not read needs nobody", () => {
  expect(attentionItems(known({}))).toEqual([]);
});

test("the kinds stand in their order", () => {
  const all = sentences({
    credentials: [{ ...credential, last_sync_error: "provider answered 401" }],
    numbers: [
      { ...number, status: "suspended" },
      { id: "num_2", phone_number: "+4930", status: "active" },
    ],
    plan: { ...plan, is_allowed: false, localized_balance: "18.40" },
    webhooks: [{ ...webhook, status: "paused" }],
    recent: indexLog([{ id: "1", webhook_id: "wh_1", status: "delivering", event: "call.ended", attempts: 6 }]),
    drift: [{ operation: "assistants.get", path: "tags", kind: "unknown-field", came: "list", last_seen_at: "x" }],
    connection: { is_answering: false, is_faulty: false, last_answer_at: null, last_problem: "No answer in 30 s." },
  });
  expect(all).toEqual([
    "CRM bridge did not sync with its provider.",
    "+442079460903 is suspended.",
    "No other number may be bought.",
    "31.60 EUR is missing from the balance that another number needs.",
    "1 entry for warehouse.example.com is not delivered.",
    "+4930 is active and names no assistant.",
    "warehouse.example.com reports the status “paused”.",
    "A webhook log entry reports the status “delivering”.",
    "GET /v1/assistants/{assistant_id} differs from the API contract in 1 place.",
    "The API is not answering.",
  ]);
});

test("an API that answers with faults is not called silent", () => {
  const connection = {
    is_answering: false,
    is_faulty: true,
    last_answer_at: null,
    last_problem: "The API answered 401.",
  };
  expect(sentences({ connection })).toEqual(["The API answers with faults."]);
});

test("a disk that is nearly full stands first", () => {
  const connection = {
    is_answering: true,
    is_faulty: false,
    last_answer_at: null,
    last_problem: null,
    is_disk_low: true,
  };
  const suspended = [{ ...number, status: "suspended" }];
  expect(sentences({ connection, numbers: suspended })[0]).toBe("Switchboard's disk is nearly full.");
});

test("a row says why: the error as sent, the assistant by name, the tries and what has no time", () => {
  const [sync, suspended, failed] = attentionItems(
    known({
      credentials: [{ ...credential, last_sync_error: "provider answered 401" }],
      numbers: [{ ...number, friendly_name: "Complaints", status: "suspended" }],
      recent: indexLog([
        { id: "1", webhook_id: "wh_1", status: "delivered", attempts: 1 },
        { id: "2", webhook_id: "wh_9", status: "retrying", event: "end-of-call-report", attempts: 6 },
      ]),
    }),
  );
  expect(sync?.why).toBe("Last sync error: “provider answered 401”");
  expect(suspended).toMatchObject({ why: "Complaints · attached to Reception", href: "/phone-numbers?number=num_1" });
  expect(failed).toMatchObject({
    why: "All end-of-call-report, up to 6 attempts each, none with a time sent",
    href: "/webhooks?webhook=wh_9&status=%21delivered",
  });
});

test("a balance in another currency than the minimum is not called short", () => {
  expect(
    sentences({ plan: { ...plan, localized_balance: "1.00", pricing: { ...plan.pricing, currency: "USD" } } }),
  ).toEqual([]);
});

test("unknown words of many records make one row, and only an admin is asked to teach them", () => {
  const saved = ["running", "paused", "running"].map((last_status_word, at) => ({
    resource: "campaigns",
    ref: `cmp_${at}`,
    label: null,
    name: null,
    pinned: false,
    last_status_word,
    last_seen_at: null,
    opened_by: null,
    not_found_since: null,
  }));
  const [asAdmin] = attentionItems(known({ saved }));
  expect(`${asAdmin?.subject} ${asAdmin?.message}`).toBe("Campaigns report the status words “paused” and “running”.");
  expect(asAdmin?.href).toBe("/settings/meanings?meaning=campaigns.status.paused");
  expect(attentionItems(known({ saved, isAdmin: false }))[0]?.href).toBe("/campaigns");
});

test("a record that is gone asks for no reading of its last word", () => {
  const tool = {
    resource: "tools",
    ref: "t1",
    label: null,
    name: "find_account",
    pinned: false,
    last_status_word: "active",
    last_seen_at: "2026-11-20T07:59:00.000Z",
    opened_by: null,
    not_found_since: null,
  };
  const deletion = {
    ...{ id: "1", at: "2026-11-20T08:00:00.000Z", actor_name: "Mara", action: "tools.delete", target: "t1" },
    ...{ outcome: "ok" as const, status: 200, message: null, request_id: "r", detail: null, body: null },
  };
  expect(sentences({ saved: [tool] })).toHaveLength(1);
  expect(sentences({ saved: [tool], answers: [deletion] })).toEqual([]);
  expect(sentences({ saved: [{ ...tool, not_found_since: "2026-11-20T08:00:00.000Z" }] })).toEqual([]);
});

test("a word that an admin taught is no need; one taught as a fault is", () => {
  const custom: Known["toneOf"] = (_resource, _field, word) => (word === "parked" ? "idle" : "fault");
  expect(sentences({ numbers: [{ ...number, status: "parked" }], toneOf: custom })).toEqual([]);
  expect(sentences({ numbers: [{ ...number, status: "blocked" }], toneOf: custom })).toEqual([
    "+442079460903 is blocked.",
  ]);
});

test("a row that was set aside comes back once what it says has changed", () => {
  const keyOf = (last_sync_error: string) =>
    attentionItems(known({ credentials: [{ ...credential, last_sync_error }] }))[0]?.key;
  expect(keyOf("a")).toBe(keyOf("a"));
  expect(keyOf("a")).not.toBe(keyOf("b"));
  expect(keyOf("x".repeat(900))?.length).toBe(300);
});
