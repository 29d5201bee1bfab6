import { expect, test } from "vitest";
import { titleOf } from "@/lib/contract/fields";
import { endedReason, hasKnownFields, readCall, recordTitle } from "./call";
import { describesItself, readTool } from "./tool";
import { compareSteps, isAsPublished, readWorkflow } from "./workflow";

const callNamed = (record: Record<string, unknown>) => recordTitle("calls", record);

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 14, 2, second)).toISOString();

test("a call is read by the usual names of its fields, however they are written", () => {
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
      { role: "system", text: "You are Maya." },
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

  const other = readCall({
    call: {
      type: "inboundPhoneCall",
      customer: { number: "+12025550143", name: "Lee" },
      phoneNumber: { number: "+442079460018" },
      startTimestamp: Date.UTC(2026, 10, 20, 14, 2),
      endTimestamp: Date.UTC(2026, 10, 20, 14, 3),
      durationMs: 60_000,
      disconnectionReason: "user_hangup",
      transcript: "Agent: Hello\nUser: Hi there\nno speaker",
      assistantId: "a1",
    },
  });
  expect(other).toMatchObject({
    direction: "inbound",
    customer: "Lee",
    customerNumber: "+12025550143",
    ownNumber: "+442079460018",
    country: undefined,
    talkSeconds: 60,
    ids: { assistant_id: "a1" },
  });
  expect(other.turns.map(({ role, text }) => [role, text])).toEqual([
    ["Agent", "Hello"],
    ["User", "Hi there"],
    ["", "no speaker"],
  ]);
  expect(endedReason(other.reason)?.label).toBe("Customer hung up");
});

test("lengths come in seconds, milliseconds or as a clock; a call that nobody answered only rang", () => {
  expect(readCall({ duration: "252" }).talkSeconds).toBe(252);
  expect(readCall({ duration: "1:04:12" }).talkSeconds).toBe(3852);
  expect(readCall({ started_at: at(0), ended_at: at(40), duration: 40_000 }).talkSeconds).toBe(40);
  expect(readCall({ duration: -4 }).talkSeconds).toBeUndefined();
  const missed = readCall({ started_at: at(0), ended_at: at(27), duration_seconds: 0, ended_reason: "no-answer" });
  expect(missed).toMatchObject({ ringSeconds: 27, talkSeconds: 0, isOver: true });
});

test.each([[null], [undefined], ["text"], [[]], [{}], [{ status: "on-hold" }], [{ call: { status: "on-hold" } }]])(
  "%j is a call of which nothing can be said",
  (sent) => {
    expect(hasKnownFields(readCall(sent))).toBe(false);
  },
);

test("an unknown reason keeps its word, and odd fields are left alone", () => {
  expect(endedReason("melted")).toBeUndefined();
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
  { id: "bye", type: "tool", tool_id: "t1", position: { x: 1 } },
  { id: "greet", name: "Greeting", type: "say", text: "Welcome" },
];
const edges = [{ source: "greet", target: "bye", condition: "done" }];

test("steps are read from nodes and edges, lists and maps, and stand in the order in which they follow", () => {
  const [first, second] = readWorkflow({ definition: { nodes, edges } }).steps ?? [];
  expect(first).toMatchObject({ title: "Greeting", kind: "say", text: "Welcome", next: [{ to: "bye", when: "done" }] });
  expect(second).toMatchObject({ title: "bye", names: [{ field: "tool_id", id: "t1" }] });
  const titles = (record: unknown) => readWorkflow(record).steps?.map(({ title }) => title);
  expect(titles({ steps: ["Greet", "Ask", "End"] })).toEqual(["Greet", "Ask", "End"]);
  expect(titles({ states: { end: {}, start: { next: "end" } } })).toEqual(["start", "end"]);
  expect(
    titles({
      nodes: [
        { id: "a", next: ["b"] },
        { id: "b", next: ["a"] },
      ],
    }),
  ).toEqual(["a", "b"]);
  for (const odd of [{}, { nodes: [] }, { steps: "three" }, { nodes: [1, 2] }, { steps: [null] }, null])
    expect(readWorkflow(odd).steps).toBeUndefined();
});

test("a step names its tool by ID, or else by whatever holds its ID or name", () => {
  const namesOf = (step: Record<string, unknown>) => readWorkflow({ steps: [step] }).steps?.[0]?.names;
  const [byId, byName] = [[{ field: "tool_id", id: "t1" }], [{ field: "tool", id: "find_account" }]];
  expect(namesOf({ toolId: "t1", tool: "find_account" })).toEqual(byId);
  for (const step of [
    { tool: "find_account" },
    { data: { toolName: "find_account" } },
    { tool: { name: "find_account" } },
  ])
    expect(namesOf(step)).toEqual(byName);
  expect(namesOf({ tool: { id: "t1", name: "find_account" } })).toEqual([{ field: "tool", id: "t1" }]);
  expect(namesOf({ type: "tool", name: "find_account" })).toEqual([]);
});

test("versions are compared step by step, whatever moved in the drawing", () => {
  const now = readWorkflow({
    version: 8,
    published: { version: 7, nodes, edges },
    nodes: [
      { ...nodes[1], text: "Welcome to Fernhill" },
      { id: "bye", type: "tool", tool_id: "t1", position: { x: 900 } },
      { id: "ask", name: "Ask" },
    ],
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

test("a tool is read by what it calls, what it takes and who uses it", () => {
  const tool = readTool({
    description: "Looks up",
    type: "http_api",
    config: { method: "get", url: "https://crm.example/api/{id}?x=1", timeout_seconds: 8 },
    parameters: {
      properties: { phone: { type: "string" }, topic: { enum: ["a", "b"] }, at: { format: "date-time" } },
      required: ["phone"],
    },
    used_by: { assistants: ["a1", { id: "a2" }], workflows: [] },
  });
  expect(tool).toMatchObject({ method: "GET", address: "crm.example/api/{id}?x=1", timeoutSeconds: 8 });
  expect(tool.parameters).toEqual([
    { name: "phone", kind: "text", isRequired: true, note: undefined },
    { name: "topic", kind: "choice", isRequired: false, note: "One of a, b" },
    { name: "at", kind: "date and time", isRequired: false, note: undefined },
  ]);
  expect(tool.usedBy).toEqual({ assistants: ["a1", "a2"], workflows: [] });
  expect(readTool({ server: { url: "not an address" } })).toMatchObject({ url: "not an address", address: undefined });
  expect(readTool({ parameters: [{ name: "x", required: true }, 4] }).parameters).toBeUndefined();
  expect(describesItself(readTool({ id: "t", name: "Odd tool", status: "brewing" }))).toBe(false);
});

test("a record is called by its name, else its title, label or display name, where that is a text", () => {
  expect(titleOf({ display_name: "d", label: "l", title: "t", name: "n" })).toBe("n");
  expect(titleOf({ name: " ", title: 7, label: "l", display_name: "d" })).toBe("l");
  expect(titleOf({ name: null, title: { de: "x" }, display_name: "d" })).toBe("d");
  expect(titleOf({ id: "x" })).toBeUndefined();
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
