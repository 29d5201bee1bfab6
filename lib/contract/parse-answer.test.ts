import { expect, test } from "vitest";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { unwrapped } from "@/lib/contract/fields";
import { parseJson } from "@/lib/format/json";
import { apiOperations } from "./api";
import type { Drift } from "./drift";
import type { Operation, OutputOf } from "./operation";
import { parseAnswer } from "./parse-answer";

const entry = {
  id: "log_1",
  webhook_id: "wh_1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  delivered_at: "2026-11-20T06:41:00Z",
};
const driftOf = (op: Operation, raw: unknown) => parseAnswer(op.output, raw)?.drift ?? [];
const read = <Op extends Operation>(op: Op, raw: unknown) => parseAnswer(op.output, raw)?.value as OutputOf<Op>;
const kinds = (drift: Drift[]) => drift.map(({ path, kind }) => `${path} ${kind}`);
const logs = (data: unknown) => driftOf(listWebhookLogs, { success: true, data });

test("reports no drift when an answer is as documented", () => {
  expect(logs([entry])).toEqual([]);
});

test("lists each difference once, with its count", () => {
  const odd = { ...entry, id: "log_2", attempts: "3", status: "bounced", event: null, payload: {} };
  expect(kinds(logs([entry, odd, { ...odd, id: "log_3" }, entry, 7]))).toEqual([
    "data[].event null",
    "data[].status unknown-word",
    "data[].attempts kind",
    "data[].payload unknown-field",
    "data[].id duplicate",
    "data[] kind",
  ]);
  expect(logs([odd, { ...odd, id: "log_4" }]).every(({ times }) => times === 2)).toBe(true);
});

test("reports no drift when a field is null or absent as documented", () => {
  const credential = {
    id: "c",
    name: "n",
    auth_type: "bearer_token",
    status: "active",
    secret_preview: "•",
    public_config: {},
  };
  const rest = { provider_credential_id: "p", last_sync_status: "synced", last_sync_error: null, created_at: "t" };
  const answer = { success: true, data: [{ ...credential, ...rest }], total: 1, limit: 1, skip: 0 };
  expect(driftOf(listCredentials, answer)).toEqual([]);
});

test("reports no drift for a word with a usual meaning or a null delivery time", () => {
  for (const status of ["failed", "Retrying"]) expect(logs([{ ...entry, status, delivered_at: null }])).toEqual([]);
});

test("parses a bare record without drift, and a bare list as an envelope difference", () => {
  expect(read(getAssistant, { id: "a", data: "x" }).data.id).toBe("a");
  expect(read(getCampaign, { success: true, data: { name: "n" } }).data).toEqual({ name: "n" });
  expect(kinds(driftOf(listWebhookLogs, [entry]))).toEqual([" envelope"]);
});

test("keeps a record within another where it is", () => {
  const record = { id: "x", name: "Autumn", status: "running" };
  for (const data of [{ campaign: record }, { campaign: record, stats: {} }, { campaign: "c1" }])
    for (const raw of [data, { success: true, data }]) {
      expect(read(getCampaign, raw).data).toEqual(data);
      expect(unwrapped(raw)).toEqual(data);
    }
});

test("finds a list under another name, one level down, or null for an empty list", () => {
  const rows = [{ id: "n1" }];
  for (const raw of [{ success: true, data: rows }, { data: { items: rows } }, { success: true, data: { data: rows } }])
    expect(read(listPhoneNumbers, raw).items).toEqual(rows);
  expect(read(listPhoneNumbers, { data: { items: rows, total: 9 } }).total).toBe(9);
  for (const raw of [
    { success: true, data: null },
    { data: { items: null } },
    { success: "true", data: null, total: 0 },
  ])
    expect(read(listWebhookLogs, raw).data).toEqual([]);
  expect(kinds(driftOf(listWebhookLogs, { success: true, data: null }))).toEqual([" envelope"]);
});

test("rejects a null list when the answer reports a failure, and an answer without a list", () => {
  const faults = [
    { success: null, data: null },
    { data: null, message: "Down" },
    { data: null, errors: ["Down"] },
  ];
  for (const raw of [...faults, { success: true }, { success: true, data: {} }, {}])
    expect(parseAnswer(listWebhookLogs.output, raw)).toBeUndefined();
});

test("keeps the digits of money that came as a number, and reports the difference", () => {
  const answer = parseJson('{"success":true,"data":{"current_balance":12.50,"localized_balance":"10.00"}}');
  expect(read(getPlanLimits, answer).data).toMatchObject({
    current_balance: "12.50",
    localized_balance: "10.00",
  });
  expect(kinds(driftOf(getPlanLimits, answer))).toContain("data.current_balance kind");
});

test("does not throw for an empty object in any operation", () => {
  for (const op of apiOperations) expect(() => parseAnswer(op.output, {})).not.toThrow();
});

test("returns the same object when an answer needs no conversion", () => {
  const raw = {
    success: true,
    data: [
      { ...entry, trace: { deep: 1 } },
      { ...entry, id: "log_2", status: "failed" },
    ],
  };
  expect(parseAnswer(listWebhookLogs.output, raw)).toMatchObject({ isUnchanged: true });
  expect(read(listWebhookLogs, raw)).toBe(raw);
  const campaign = { success: true, data: { anything: [1, null] } };
  expect(read(getCampaign, campaign)).toBe(campaign);
});

test("converts a value of another kind if its meaning is clear, otherwise to text", () => {
  const odd = { ...entry, attempts: "4", status: 503, delivered_at: 1732233600, event: { name: "x" } };
  expect(read(listWebhookLogs, [odd]).data[0]).toEqual({
    ...entry,
    attempts: 4,
    status: "503",
    delivered_at: "1732233600",
    event: '{"name":"x"}',
  });
  const plan = { max_phone_numbers: "unlimited", current_count: -1, is_allowed: "yes", localized_balance: 7 };
  expect(read(getPlanLimits, plan).data).toMatchObject({
    max_phone_numbers: "unlimited",
    current_count: -1,
    is_allowed: "yes",
    localized_balance: "7",
  });
});

test("keeps rows with the same id, and values that are no row or no record", () => {
  const later = { ...entry, status: "failed", attempts: 4 };
  expect(read(listWebhookLogs, [entry, later, entry]).data).toEqual([entry, later, entry]);
  expect(read(listWebhookLogs, { data: [7, null, "x"] }).data).toEqual([
    { "as sent": 7 },
    { "as sent": null },
    { "as sent": "x" },
  ]);
  expect(read(getAssistant, { id: "a", model: "gpt", voice: [1] }).data).toMatchObject({ model: "gpt", voice: "[1]" });
});

test("returns undefined when an answer is of an entirely different kind", () => {
  for (const raw of [null, 7, "text", [1]]) expect(parseAnswer(getAssistant.output, raw)).toBeUndefined();
  expect(parseAnswer(listWebhookLogs.output, { data: "none" })).toBeUndefined();
});

test("counts further differences together when there are very many", () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field_${index}`, index]));
  const drift = driftOf(getAssistant, { success: true, data: { ...many, id: "a" } });
  expect(drift.filter(({ kind }) => kind === "unknown-field")).toHaveLength(51);
  expect(drift.at(-1)).toEqual({ path: "data.*", kind: "unknown-field", came: "others", times: 99_950 });
  const words = Array.from({ length: 1000 }, (_, index) => ({ ...entry, id: `log_${index}`, status: `word ${index}` }));
  expect(driftOf(listWebhookLogs, words).filter(({ kind }) => kind === "unknown-word")).toHaveLength(51);
});
