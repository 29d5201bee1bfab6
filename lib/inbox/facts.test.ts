import { expect, test } from "vitest";
import { type KnownPath, readEvent } from "./facts";
import { leavesOf } from "./leaves";

const own = "12125550100";
const read = (body: unknown, known: KnownPath[] = []) =>
  readEvent(leavesOf(body), { known, isOwnNumber: (digits) => digits === own });

/** As platforms send them, shortened. Names of platforms are in no branch of the code. */
const shapes: [what: string, body: unknown, facts: Record<string, unknown>][] = [
  [
    "an envelope with a report",
    {
      message: {
        type: "end-of-call-report",
        endedReason: "customer-ended-call",
        call: { id: "c1", campaignId: "k1", assistantId: "a1", type: "outboundPhoneCall" },
        customer: { number: "+447700900417", name: "Ana" },
        phoneNumber: { number: "+12125550100" },
        artifact: { transcript: "…", messages: [{ id: "m1" }] },
      },
    },
    {
      call: "c1",
      campaign: "k1",
      assistant: "a1",
      contact: "447700900417",
      contact_name: "Ana",
      reason: "customer-ended-call",
    },
  ],
  [
    "an event with its call beside it, in milliseconds",
    {
      event: "call_ended",
      call: {
        ...{ call_id: "c2", agent_id: "a2", from_number: "+12125550100", to_number: "+447700900417" },
        ...{ call_status: "ended", disconnection_reason: "user_hangup", start_timestamp: 1763629200000 },
        ...{ end_timestamp: 1763629240000, duration_ms: 40000 },
      },
    },
    { call: "c2", assistant: "a2", own, contact: "447700900417", reason: "user_hangup", seconds: 40 },
  ],
  [
    "a flat body whose top id is the call",
    {
      id: "x9",
      agent_id: "a3",
      batch_id: "b3",
      status: "completed",
      telephony_data: { to_number: "+447700900417", from_number: "+12125550100" },
    },
    { call: "x9", campaign: "b3", contact: "447700900417", status: "completed" },
  ],
  [
    "nested data with seconds since 1970",
    {
      type: "post_call_transcription",
      event_timestamp: 1763629241,
      data: {
        ...{ conversation_id: "conv_1", agent_id: "a4", status: "done" },
        metadata: {
          ...{ start_time_unix_secs: 1763629200, call_duration_secs: 40, termination_reason: "end" },
          batch_call: { batch_call_id: "b4" },
          phone_call: { external_number: "+447700900417", agent_number: "+12125550100" },
        },
      },
    },
    { call: "conv_1", campaign: "b4", contact: "447700900417", seconds: 40 },
  ],
  [
    "an inbound call, whose sides are swapped",
    {
      event_type: "call.initiated",
      data: { payload: { call_control_id: "v3:1", from: "+447700900417", to: "+12125550100", state: "parked" } },
    },
    { call: "v3:1", contact: "447700900417", own, status: "parked" },
  ],
];

test.each(shapes)("finds the facts of %s", (_, body, facts) => {
  expect(read(body).facts).toMatchObject(facts);
});

test("takes no false friend for a fact", () => {
  const { facts } = read({
    ...{ type: "status", request_id: "r", webhook_id: "w", parent_call_sid: "p" },
    ...{ customer: { id: "crm-1" }, agent_number: "+447700900417", recording_duration: 12, rate: "0.1" },
    messages: { call_id: "inside what was said" },
  });
  expect(Object.entries(facts).filter(([, value]) => value !== null)).toEqual([]);
});

test("says where each fact was found, and reads it where an admin chose", () => {
  const body = { event: "x", call_id: "wrong", data: { ref: "right" } };
  expect(read(body).paths.call).toEqual({ path: "call_id", is_confirmed: false, chosen_by: null });
  const chosen = { event: "x", shape: "", fact: "call", path: "data.ref", confirmed: 0, denied: 0, chosenBy: "Mara" };
  expect(read(body, [chosen])).toMatchObject({ facts: { call: "right" }, paths: { call: { chosen_by: "Mara" } } });
});

test("goes on to the next candidate when the platform has denied the first", () => {
  const body = { event: "x", call_id: "one", conversation_id: "two" };
  const { shape } = read(body);
  const denied = { event: "x", shape, fact: "call", path: "call_id", confirmed: 0, denied: 3, chosenBy: null };
  expect(read(body, [denied]).facts.call).toBe("two");
});

test("keeps the shape of a body whose values change, and not of another", () => {
  const shapeOf = (body: unknown) => read(body).shape;
  expect(shapeOf({ a: 1, b: { c: null } })).toBe(shapeOf({ b: { c: "x" }, a: 2 }));
  expect(shapeOf({ a: 1 })).not.toBe(shapeOf({ a: 1, b: 2 }));
});

test("ends on a deep, wide or circular-looking body in time", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(900)}1${"}".repeat(900)}`);
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, nth) => [`k${nth}`, { call_id: nth }]));
  expect(read(deep).facts.call).toBeNull();
  expect(read(wide).facts.call).toBeNull();
});

test.each([
  "+4930901820173",
  "4930901820173",
  "+49 (0)30 901820-173",
  "0049 (0) 30 901820173",
  "030/901820-173",
  "030 901820173",
  "tel:+4930901820173",
  "sip:+4930901820173@example.org",
  "+49 30 901820‑173",
  "%2B4930901820173",
])("reads the number %s of a call from a German number", (number) => {
  const { facts } = read({
    event: "call.ended",
    call_id: "c1",
    direction: "outbound",
    to: number,
    from: "+49301000000",
  });
  expect(facts).toMatchObject({ contact: "4930901820173", own: "49301000000" });
});

test("takes no number in national form when nothing tells its country", () => {
  expect(read({ event: "call.ended", call_id: "c1", to: "030 901820173" }).facts.contact).toBeNull();
  expect(read({ event: "call.ended", call_id: "c1", to: "agent-7741" }).facts.contact).toBeNull();
});

test.each([
  { event: "call.ended", workflow_run_id: "x1" },
  { workflow_run_id: "x1", workflow_id: 7, initial_context: { phone: "+447700900417" } },
  { attempt_id: "x1", user_phone_number: "+447700900417", agent_phone_number: "+12125550100" },
  { interaction_id: "x1", app_id: "a1", completion_status: "completed" },
  { event_name: "chat_ended", chat_id: "x1", config_id: "a1", caller_number: "+447700900417" },
  { execution_id: "x1", status: "completed", agent_id: "a1" },
  { call_uuid: "x1" },
  { uuid: "x1", conversation_uuid: "s1", status: "completed", from: "447700900417", to: "12125550100" },
  { event: "session.ended", session: { id: "x1", status: "ended", agent_id: "a1" } },
])("finds the call in %j", (body) => {
  expect(read(body).facts.call).toBe("x1");
});

test.each([
  { event: "webhook.ping", attempt_id: "1" },
  { event: "webhook.ping", uuid: "1", status: "ok" },
  { type: "build", execution_id: "1", status: "failed" },
])("finds no call in %j", (body) => {
  expect(read(body).facts.call).toBeNull();
});
