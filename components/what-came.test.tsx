import type { ReactNode } from "react";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { usualLimit } from "@/lib/client/number-pages";
import { assistant, getAssistant } from "@/lib/contract/api/assistants";
import { credential, getCredential, listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits, listPhoneNumbers, phoneNumber, planLimits } from "@/lib/contract/api/phone-numbers";
import { getTool } from "@/lib/contract/api/tools";
import { listWebhooks, webhook, webhookLog } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { listAlerts } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { summarizeDeliveries, type WebhookHealth } from "@/lib/contract/console/deliveries";
import { listSaved } from "@/lib/contract/console/saved";
import { getOverview, type Sample } from "@/lib/contract/console/summary";
import type { Fields, Shape } from "@/lib/contract/fields";
import { idToPath } from "@/lib/contract/identifier";
import { isPlainObject, parseJson } from "@/lib/format/json";
import { AssistantScreen } from "./assistants/assistant-screen";
import { CampaignsScreen } from "./campaigns/campaigns-screen";
import { CredentialsScreen } from "./credentials/credentials-screen";
import { OverviewScreen } from "./overview/overview-screen";
import { NumbersScreen } from "./phone-numbers/numbers-screen";
import { SavedList } from "./record/saved-list";
import { address, drawnWith, keptEntry, keptLogReads, type Read } from "./testing";
import { ToolScreen } from "./tools/tool-screen";
import { WebhookScreen } from "./webhooks/webhook-screen";
import { WebhooksScreen } from "./webhooks/webhooks-screen";
import { WorkflowScreen } from "./workflows/workflow-screen";

vi.mock("next/navigation", async () => (await import("./testing")).navigation);
vi.mock("@/components/ui/browser/deferred", async () => (await import("@/components/testing")).deferring);

// What opens on a press is there before the first page is drawn.
beforeAll(async () => {
  await import("./webhooks/entry-drawer");
});

function pageOf(screen: ReactNode, reads: readonly Read[]) {
  const sent = reads.map(([op, input, answer]): Read => [op, input, parseJson(JSON.stringify(answer))]);
  const { html, unread } = drawnWith(screen, sent);
  if (unread.length > 0) throw new Error(`${unread.map(([op]) => op.id)} was not read.`);
  const plain = html.replaceAll("<!-- -->", "").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
  return plain.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}

const time = "2026-11-20T06:00:00Z";

const records = {
  assistant: {
    id: "a",
    name: "Reception",
    status: "published",
    organization_id: "org-1",
    owner_id: "own-1",
    model: { provider: "acme", model: "m-1", temperature: 0.5, max_tokens: 100 },
    voice: { provider: "acme", voice_id: "v-1" },
    transcriber: { provider: "acme", model: "t-1", language: "en" },
    first_message: "Hello there",
    first_message_mode: "assistant-speaks-first",
    max_duration_seconds: 900,
    created_at: time,
    updated_at: time,
  },
  number: {
    id: "x",
    phone_number: "+4915112345678",
    friendly_name: "Desk",
    country_code: "DE",
    direction: "inbound",
    status: "active",
    assistant_id: "a",
    monthly_cost: "1.00",
    cost_per_minute: "0.02",
    localized_monthly_cost: "1.10",
    localized_cost_per_minute: "0.03",
    localized_currency: "EUR",
    created_at: time,
    updated_at: time,
  },
  plan: {
    max_phone_numbers: 20,
    current_count: 1,
    is_allowed: true,
    plan_name: "Team",
    pricing: { phone_buy_fee: "1.00", phone_monthly_fee: "2.00", min_credit_balance: "10.00", currency: "EUR" },
    current_balance: "50.00",
    localized_balance: "55.00",
    localized_currency: "EUR",
  },
  credential: {
    id: "x",
    name: "CRM",
    auth_type: "bearer_token",
    status: "active",
    secret_preview: "••••1f",
    public_config: { region: "eu" },
    provider_credential_id: "p-1",
    last_sync_status: "synced",
    last_sync_error: null,
    created_at: time,
    updated_at: time,
  },
  webhook: { id: "w", url: "https://crm.example/in", events: ["call.ended"], status: "active", created_at: time },
  entry: { id: "x", webhook_id: "w", event: "call.ended", status: "delivered", attempts: 1, delivered_at: time },
};

const numbersRead = (number: unknown): Read => [
  listPhoneNumbers,
  { page: 1, limit: usualLimit },
  { items: [number], total: 1, page: 1, limit: usualLimit },
];
const planRead = (data: unknown): Read => [getPlanLimits, {}, { success: true, data }];
const credentialsRead = (data: unknown): Read => [
  listCredentials,
  { limit: 50 },
  { success: true, data: [data], total: 1, limit: 50, skip: 0 },
];
const webhooksRead = (data: unknown): Read => [listWebhooks, {}, { success: true, data: [data] }];

const picked = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

type Case = {
  fields: Fields;
  base: Record<string, unknown>;
  search: string;
  page: (record: unknown) => string;
};

const cases: Record<string, Case> = {
  assistant: {
    fields: assistant.fields,
    base: records.assistant,
    search: "",
    page: (data) =>
      pageOf(<AssistantScreen id="a" />, [
        [getAssistant, { assistant_id: "a" }, { success: true, data }],
        numbersRead(records.number),
      ]),
  },
  number: {
    fields: phoneNumber.fields,
    base: records.number,
    search: "number=x",
    page: (number) => pageOf(<NumbersScreen />, [numbersRead(number), planRead(records.plan)]),
  },
  plan: {
    fields: planLimits.fields,
    base: records.plan,
    search: "",
    page: (plan) => pageOf(<NumbersScreen />, [numbersRead(records.number), planRead(plan)]),
  },
  credential: {
    fields: credential.fields,
    base: records.credential,
    search: "credential=x",
    page: (data) =>
      pageOf(<CredentialsScreen />, [
        credentialsRead(records.credential),
        [getCredential, { credential_id: "x" }, { success: true, data }],
      ]),
  },
  "plan on the overview": {
    fields: picked(planLimits.fields, ["max_phone_numbers", "current_count", "localized_balance"]),
    base: records.plan,
    search: "",
    page: (plan) =>
      pageOf(<OverviewScreen from={time} />, [
        numbersRead(records.number),
        planRead(plan),
        webhooksRead(records.webhook),
        ...[listSaved, listAnswers, listAlerts].map((op): Read => [op, {}, { data: [] }]),
        [getOverview, {}, { data: { steps: [], samples: [], credit: null } }],
      ]),
  },
  "credential in the list": {
    fields: picked(credential.fields, [
      "id",
      "name",
      "auth_type",
      "secret_preview",
      "status",
      "last_sync_status",
      "created_at",
    ]),
    base: records.credential,
    search: "",
    page: (data) => pageOf(<CredentialsScreen />, [credentialsRead(data)]),
  },
  webhook: {
    fields: webhook.fields,
    base: records.webhook,
    search: "webhook=w&time=all",
    page: (data) => pageOf(<WebhookScreen id="w" />, [webhooksRead(data), ...keptLogReads({ webhook: "w" })]),
  },
  "log entry": {
    fields: webhookLog.fields,
    base: records.entry,
    search: "time=all&entry=x",
    page: (data) => pageOf(<WebhooksScreen />, [...keptLogReads(), keptEntry("x", data)]),
  },
};

/** Where a null has a meaning of its own, which is said: no error, no time. */
const saidInWords = ["last_sync_error", "delivered_at"];

const long = `long ${"0123456789".repeat(1000)} end`;

/** What a field may come as, and what of it has to be on the page. */
const values: [what: string, value: unknown, shows: string][] = [
  ["a number", 503, "503"],
  ["a negative number", -1, "-1"],
  ["a time since 1970", 1763622000, "1763622000"],
  ["a number as text", "261", "261"],
  ["a word", "unlimited", "unlimited"],
  ["a flag", false, "false"],
  ["an object", { deep: "what-came" }, "what-came"],
  ["a list", ["what-came", 7], "what-came"],
  ["10,000 characters", long, long],
];

const occurrences = (page: string, text: string) => page.split(text).length - 1;

/** Every field of a record by its path, those of the records inside it too. */
function pathsOf(fields: Fields, above: readonly string[] = []): string[][] {
  return Object.entries(fields).flatMap(([name, shape]: [string, Shape]) => [
    [...above, name],
    ...(shape.kind === "record" ? pathsOf(shape.fields, [...above, name]) : []),
  ]);
}

function withField(
  record: Record<string, unknown>,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const { [name]: inner, ...others } = record;
  if (rest.length === 0) return value === undefined ? others : { ...record, [name]: value };
  return { ...record, [name]: withField(isPlainObject(inner) ? inner : {}, rest, value) };
}

describe.each(Object.entries(cases))("%s", (_name, { fields, base, search, page }) => {
  const named = [...new URLSearchParams(search).values()];
  const isAddress = (path: readonly string[]) => path.join() === "id" && named.includes(String(base.id));

  test.each(pathsOf(fields).filter((path) => !isAddress(path)))("%s %s is shown as whatever it came", (...path) => {
    address.search = search;
    const where = path.filter((each): each is string => typeof each === "string");
    for (const [what, value, shows] of values)
      expect(page(withField(base, where, value)).includes(shows), `${where.join(".")} as ${what}`).toBe(true);
  });

  test.each(pathsOf(fields).filter((path) => !isAddress(path)))(
    "%s %s that came empty is not told as not sent",
    (...path) => {
      address.search = search;
      const where = path.filter((each): each is string => typeof each === "string");
      const count = (value: unknown, text: string) => occurrences(page(withField(base, where, value)), text);
      if (!saidInWords.includes(where.join()))
        expect(count(null, "empty (null)"), "null").toBeGreaterThan(count("x", "empty (null)"));
      expect(count("", "“”"), "empty text").toBeGreaterThan(count("x", "“”"));
      expect(count(undefined, "empty (null)"), "missing").toBeLessThan(count(null, "empty (null)") + 1);
    },
  );
});

test("a tool shows its credential by its name, and by its ID while that is not known", () => {
  address.search = "";
  const tool: Read = [
    getTool,
    { tool_id: "t" },
    { success: true, data: { name: "Look up", url: "https://crm.example/in", credential_id: "cred_4hTz" } },
  ];
  const named: Read = [getCredential, { credential_id: "cred_4hTz" }, { success: true, data: records.credential }];
  const linkIn = (page: string) => /href="\/credentials\/cred_4hTz">(?:<code>)?([^<]*)/.exec(page)?.[1];
  expect(linkIn(pageOf(<ToolScreen tool_id="t" />, [tool, named]))).toBe("CRM");
  expect(linkIn(pageOf(<ToolScreen tool_id="t" />, [tool]))).toBe("cred_4hTz");
});

test("a step of a workflow says and asks by those words", () => {
  address.search = "";
  const steps = [
    { id: "a", name: "Greeting", type: "say", text: "Welcome" },
    { id: "b", name: "By post", type: "ask", prompt: "By post?" },
    { id: "c", name: "Later", type: "wait" },
  ];
  const page = pageOf(<WorkflowScreen workflow_ref="w" />, [
    [getWorkflow, { workflow_ref: "w" }, { success: true, data: { name: "Intake", nodes: steps } }],
  ]);
  for (const words of ["Says “Welcome”", "Asks “By post?”", ">wait<"]) expect(page).toContain(words);
  expect(page).not.toMatch(/>(say|ask)</);
});

test("an empty list offers the demo platform's sample of its kind, and nothing where there is none", () => {
  address.search = "";
  const samples = (given: Sample[]): Read => [getOverview, {}, { data: { steps: [], samples: given, credit: null } }];
  const lists: [string, ReactNode, Read][] = [
    ["campaigns", <CampaignsScreen key="c" />, [listKnownCampaigns, {}, { data: [] }]],
    [
      "calls",
      <SavedList key="s" resource="calls" title="Calls" plural="calls" empty="" />,
      [listSaved, { resource: "calls" }, { data: [] }],
    ],
  ];
  for (const [resource, list, empty] of lists) {
    const given = ["campaigns", "calls"].map((each) => ({ resource: each, id: `${each}/1`, name: "A" }));
    const offered = pageOf(list, [empty, samples(given)]).match(/href="\/\w+\/[^"]*"/g);
    expect(offered).toEqual([`href="/${resource}/${idToPath(`${resource}/1`)}"`]);
    expect(pageOf(list, [empty, samples([])])).not.toContain("Open the sample");
  }
});

test("the overview draws the last day of each webhook, edits what is pinned on a press, and adds a person in one", () => {
  address.search = "";
  const hours = Array.from({ length: 24 }, (_, at): [number, number] => [at, at === 3 ? 1 : 0]);
  const health: WebhookHealth = {
    ...{ webhook_id: "w", url: null, status: null, events: null, is_listed: true, total: 276, not_delivered: 1 },
    ...{ failing_since: null, failing: 0, last_at: null, hours },
  };
  const logReads = keptLogReads({ from: time });
  const summary = logReads.map(
    ([op, input, raw]): Read => [op, input, op === summarizeDeliveries ? { ...Object(raw), webhooks: [health] } : raw],
  );
  const pinned = { resource: "campaigns", ref: "c", name: "Winter", pinned: true, label: null, not_found_since: null };
  const page = pageOf(<OverviewScreen from={time} />, [
    planRead(records.plan),
    webhooksRead(records.webhook),
    ...summary,
    [listSaved, {}, { data: [pinned] }],
    ...[listAnswers, listAlerts].map((op): Read => [op, {}, { data: [] }]),
    [getOverview, {}, { data: { steps: [{ step: "person", is_done: false }], samples: [], credit: null } }],
  ]);
  expect(page).toContain('viewBox="0 0 96 22"');
  expect(page).toMatch(/>Edit</);
  expect(page).not.toContain("Unpin Winter");
  expect(page).toContain('href="/team?ask=add"');
});
