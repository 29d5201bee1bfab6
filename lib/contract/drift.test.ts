import { expect, test } from "vitest";
import { apiOperations } from "./api";
import { getAssistant } from "./assistants";
import { getCampaign } from "./campaigns";
import { listCredentials } from "./credentials";
import { type Drift, driftOf } from "./drift";
import { parseJson } from "./json";
import { getPlanLimits } from "./phone-numbers";
import { listWebhookLogs } from "./webhooks";

const entry = {
  id: "log_1",
  webhook_id: "wh_1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  delivered_at: "2026-11-20T06:41:00Z",
};
const kinds = (drift: Drift[]) => drift.map(({ path, kind }) => `${path} ${kind}`);
const logs = (data: unknown) => driftOf(listWebhookLogs, { success: true, data });

test("an answer just as the document shows it has no drift", () => {
  expect(logs([entry])).toEqual([]);
});

test("missing, null, retyped and unknown fields, unknown words and repeated ids are each named once with their count", () => {
  const odd = { ...entry, id: "log_2", attempts: "3", status: "failed", delivered_at: null, payload: {} };
  expect(kinds(logs([entry, odd, { ...odd, id: "log_3" }, entry, 7]))).toEqual([
    "data[].status unknown-word",
    "data[].attempts kind",
    "data[].delivered_at null",
    "data[].payload unknown-field",
    "data[].id duplicate",
    "data[] kind",
  ]);
  expect(logs([odd, { ...odd, id: "log_4" }]).every(({ times }) => times === 2)).toBe(true);
});

test("what the document allows to be null or absent is no drift", () => {
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

test("a bare record reads as a wrapped one, and a bare list is said to be one", () => {
  expect(getAssistant.output.parse({ id: "a", data: "x" }).data.id).toBe("a");
  expect(getCampaign.output.parse({ success: true, data: { name: "n" } }).data).toEqual({ name: "n" });
  expect(kinds(driftOf(listWebhookLogs, [entry]))).toEqual([" envelope"]);
  expect(listWebhookLogs.output.parse([entry, entry]).data).toEqual([entry]);
});

test("money keeps its digits, as text or as a number, and a number is counted", () => {
  const answer = parseJson('{"success":true,"data":{"current_balance":12.50,"localized_balance":"10.00"}}');
  expect(getPlanLimits.output.parse(answer).data).toMatchObject({
    current_balance: "12.50",
    localized_balance: "10.00",
  });
  expect(kinds(driftOf(getPlanLimits, answer))).toContain("data.current_balance kind");
});

test("every operation reads an empty object, or says that it cannot", () => {
  for (const op of apiOperations) expect(() => driftOf(op, {})).not.toThrow();
});
