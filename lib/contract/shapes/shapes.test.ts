import { expect, test } from "vitest";
import { titleOf } from "@/lib/contract/fields";
import { endedReason, hasKnownFields, readCall, recordTitle } from "./call";
import { describesItself, readTool } from "./tool";
import { compareSteps, isAsPublished, readWorkflow } from "./workflow";

const callNamed = (record: Record<string, unknown>) => recordTitle("calls", record);

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 14, 2, second)).toISOString();

test("reads a call by its recognized names, in snake case or camel case", () => {
  const call = readCall({
    direction: "outbound",
    status: "ended",
    to_number: "+493023125071",
    from_number: "+442079460018",
    customer_name: "Hedda Brandt",
    started_at: at(0),
    answered_at: at(20),
    ended_at: at(272),
    duration_seconds: 252,
    ended_reason: "customer-ended-call",
    cost: { $digits: "0.2140" },
    currency: "EUR",
    transcript: [
      { role: "assistant", text: "Good afternoon", at: at(20) },
      { role: "user", text: "Yes?", at: at(26) },
    ],
  });
  expect(call).toMatchObject({
    customer: "Hedda Brandt",
    customerNumber: "+493023125071",
    ownNumber: "+442079460018",
    country: "DE",
    isOver: true,
    isLive: false,
    ringSeconds: 20,
    talkSeconds: 252,
    cost: "0.2140",
    turns: [
      { role: "assistant", text: "Good afternoon", seconds: 0 },
      { role: "user", text: "Yes?", seconds: 6 },
    ],
  });
  expect(endedReason(call.reason)?.sentence("4 min 12 s")).toBe("The customer hung up after 4 min 12 s.");
  expect(endedReason(call.reason)?.sentence("")).toBe("The customer hung up.");

  const other = readCall({
    type: "inboundPhoneCall",
    customer: { name: "Lee" },
    from: "+12025550143",
    startedAt: Date.UTC(2026, 10, 20, 14, 2),
    endedAt: Date.UTC(2026, 10, 20, 14, 3),
    disconnectionReason: "user_hangup",
    transcript: "Agent: Hello\nUser: Hi there",
    assistantId: "a1",
  });
  expect(other).toMatchObject({
    isInbound: true,
    customer: "Lee",
    customerNumber: "+12025550143",
    country: undefined,
    talkSeconds: 60,
    turns: [{ role: "", text: "Agent: Hello\nUser: Hi there" }],
    ids: { assistant_id: "a1" },
  });
  expect(endedReason(other.reason)?.label).toBe("Customer hung up");
});

test("takes a length in seconds only, and a call that nobody answered only rang", () => {
  expect(readCall({ duration_seconds: "252" }).talkSeconds).toBe(252);
  expect(readCall({ duration_seconds: -4 }).talkSeconds).toBeUndefined();
  expect(readCall({ duration: 40_000 }).talkSeconds).toBeUndefined();
  const missed = { started_at: at(0), ended_at: at(27), duration_seconds: 0 };
  const rang = { ringSeconds: 27, talkSeconds: 0, isOver: true };
  expect(readCall({ ...missed, ended_reason: "customer-did-not-answer" })).toMatchObject(rang);
  expect(readCall({ ...missed, status: "no-answer" })).toMatchObject({ ...rang, isOver: expect.any(Boolean) });
});

test.each([undefined, "customer-ended-call", "voicemail", "melted"])(
  "says neither that a call rang nor how long it talked when its length is 0 and its reason %s",
  (ended_reason) => {
    const call = readCall({ started_at: at(0), ended_at: at(95), duration_seconds: 0, ended_reason });
    expect(call).toMatchObject({ ringSeconds: undefined, talkSeconds: undefined, isOver: true });
  },
);

test("believes a length of 0 when the time of the answer says the same", () => {
  const call = readCall({ started_at: at(0), answered_at: at(20), ended_at: at(20), duration_seconds: 0 });
  expect(call).toMatchObject({ ringSeconds: 20, talkSeconds: 0 });
});

test.each([[null], [undefined], ["text"], [[]], [{}], [{ status: "on-hold" }], [{ call: { status: "ended" } }]])(
  "%j is a call of which nothing can be said",
  (sent) => {
    expect(hasKnownFields(readCall(sent))).toBe(false);
  },
);

test("an unknown reason keeps its word, and odd fields are left alone", () => {
  expect(endedReason("melted")).toBeUndefined();
  expect(endedReason("")).toBeUndefined();
  const odd = readCall({
    started_at: "yesterday",
    transcript: [null, 7, { role: 3 }, { text: "Hi" }],
    cost: [1],
    customer_name: { first: "A" },
  });
  expect(odd).toMatchObject({ startedMs: undefined, cost: undefined, customer: undefined });
  expect(odd.turns).toEqual([{ role: "", text: "Hi", seconds: undefined }]);
});

const nodes = [
  { id: "bye", type: "tool", tool_id: "t1" },
  { id: "greet", name: "Greeting", type: "say", text: "Welcome" },
];
const edges = [{ source: "greet", target: "bye", condition: "done" }];

test("reads steps from nodes and edges, in the order in which they follow each other", () => {
  const [first, second] = readWorkflow({ nodes, edges }).steps ?? [];
  expect(first).toMatchObject({ title: "Greeting", kind: "say", text: "Welcome", next: [{ to: "bye", when: "done" }] });
  expect(second).toMatchObject({ title: "bye", names: [{ field: "tool_id", id: "t1" }] });
  const titles = (record: unknown) => readWorkflow(record).steps?.map(({ title }) => title);
  expect(titles({ steps: [{ name: "Greet" }, { id: "x" }, {}] })).toEqual(["Greet", "x", "Step 3"]);
  expect(titles({ nodes: [{ id: "a" }, { id: "a" }], edges: [{ from: "a", to: "a" }] })).toEqual(["a", "a"]);
  const odd = [{}, { nodes: [] }, { steps: "three" }, { nodes: [1, 2] }, { steps: [null] }, { graph: { nodes } }, null];
  for (const record of odd) expect(readWorkflow(record).steps).toBeUndefined();
});

test("a step names its tool by ID, or else by what its field for a tool holds", () => {
  const namesOf = (step: Record<string, unknown>) => readWorkflow({ steps: [step] }).steps?.[0]?.names;
  expect(namesOf({ toolId: "t1", tool: "find_account" })).toEqual([{ field: "tool_id", id: "t1" }]);
  expect(namesOf({ tool: "find_account" })).toEqual([{ field: "tool", id: "find_account" }]);
  expect(namesOf({ type: "tool", name: "find_account" })).toEqual([]);
});

test("compares versions step by step", () => {
  const now = readWorkflow({
    version: 8,
    published: { version: 7, nodes, edges },
    nodes: [{ ...nodes[1], text: "Welcome to Fernhill" }, nodes[0], { id: "ask", name: "Ask" }],
    edges: [
      { from: "greet", to: "ask" },
      { from: "ask", to: "bye" },
    ],
  });
  const changes = compareSteps(now.published?.steps ?? [], now.steps ?? []);
  expect(changes.map(({ kind, step }) => `${kind} ${step.id}`)).toEqual(["changed greet", "added ask"]);
  expect(changes[0]).toMatchObject({
    fields: [
      { path: ["text"], before: "Welcome", after: "Welcome to Fernhill" },
      { path: ["leads to"], before: "bye, when done", after: "Ask" },
    ],
  });
  expect(compareSteps(now.steps ?? [], now.published?.steps ?? []).map(({ kind }) => kind)).toEqual([
    "changed",
    "removed",
  ]);
  expect(compareSteps(now.steps ?? [], now.steps ?? [])).toEqual([]);
  expect(
    [{ status: "published" }, { status: "draft" }, { has_unpublished_changes: true, status: "published" }].map(
      (record) => isAsPublished(readWorkflow(record)),
    ),
  ).toEqual([true, false, false]);
});

test("reads a tool by what it calls, what it takes and who uses it", () => {
  const tool = readTool({
    description: "Looks up",
    type: "http_api",
    config: { method: "get", url: "https://crm.example/api/{id}?x=1", timeout_seconds: 8 },
    parameters: {
      properties: { phone: { type: "string" }, topic: { enum: ["a", "b"] }, at: { format: "date-time" } },
      required: ["phone"],
    },
    used_by: { assistants: ["a1", "a2"], workflows: [] },
  });
  expect(tool).toMatchObject({ method: "GET", address: "crm.example/api/{id}?x=1", timeoutSeconds: 8 });
  expect(tool.parameters).toEqual([
    { name: "phone", kind: "text", isRequired: true, note: undefined },
    { name: "topic", kind: "choice", isRequired: false, note: "One of a, b" },
    { name: "at", kind: "date and time", isRequired: false, note: undefined },
  ]);
  expect(tool.usedBy).toEqual({ assistants: ["a1", "a2"], workflows: [] });
  expect(readTool({ url: "not an address" })).toMatchObject({ url: "not an address", address: undefined });
  expect(readTool({ parameters: [{ name: "x" }] }).parameters).toBeUndefined();
  expect(describesItself(readTool({ id: "t", name: "Odd tool", status: "brewing" }))).toBe(false);
});

test("does not call a tool unused when its users cannot be read", () => {
  const workflows: string[] = [];
  for (const used_by of [null, {}, [], { workflows }, { assistants: [{ id: "a1" }], workflows }])
    expect(readTool({ used_by }).usedBy).toBeUndefined();
});

test("a record is called by its name, or else its title, if that is a text", () => {
  expect(titleOf({ title: "t", name: "n" })).toBe("n");
  expect(titleOf({ name: " ", title: "t" })).toBe("t");
  expect(titleOf({ name: null, title: { de: "x" }, label: "l" })).toBeUndefined();
  expect(titleOf({ name: "Maya \u202edelbasid" })).toBe("Maya [U+202E]delbasid");
  expect(recordTitle("calls", { customer_name: "\u202eBrandt" })).toBe("Call with [U+202E]Brandt");
  expect(titleOf(undefined)).toBeUndefined();
});

test("a call is called by whom it is with", () => {
  expect(callNamed({ customer_name: "Hedda Brandt", to_number: "+493023125071" })).toBe("Call with Hedda Brandt");
  expect(callNamed({ direction: "inbound", from_number: "+493023125071" })).toBe("Call with +493023125071");
  expect(callNamed({ name: "Morning round", customer_name: "Hedda Brandt" })).toBe("Morning round");
  expect(callNamed({ id: "c1" })).toBeUndefined();
  expect(recordTitle("tools", { name: "find_account", customer_name: "x" })).toBe("find_account");
});
