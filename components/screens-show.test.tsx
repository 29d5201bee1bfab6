import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { usualLimit } from "@/lib/client/number-pages";
import { firstCredentials, getCredential, listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { getTool } from "@/lib/contract/api/tools";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { listAlerts } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { summarizeDeliveries, type WebhookHealth } from "@/lib/contract/console/deliveries";
import { listMissingTools } from "@/lib/contract/console/kept";
import { listSaved } from "@/lib/contract/console/saved";
import { getOverview } from "@/lib/contract/console/summary";
import { pageOf, planRead, records, time, webhooksRead } from "@/lib/testing/components/records";
import { type Read, storedLogReads } from "@/lib/testing/components/render-with-reads";
import { CredentialsScreen } from "./credentials/credentials-screen";
import { OverviewScreen } from "./overview/overview-screen";
import { NumbersScreen } from "./phone-numbers/numbers-screen";
import { ToolScreen } from "./tools/tool-screen";
import { WorkflowScreen } from "./workflows/workflow-screen";

beforeAll(loadDeferred);

const screenPage = (screen: ReactNode, reads: readonly Read[]) => pageOf(screen, reads, { showsLoaded: true });

test("ToolScreen shows its credential by name, or by ID until the name is loaded", () => {
  const tool: Read = [
    getTool,
    { tool_id: "t" },
    { success: true, data: { name: "Look up", url: "https://crm.example/in", credential_id: "cred_4hTz" } },
  ];
  const credentialRead: Read = [
    getCredential,
    { credential_id: "cred_4hTz" },
    { success: true, data: records.credential },
  ];
  const linkIn = (page: string) => /href="\/credentials\/cred_4hTz">(?:<code>)?([^<]*)/.exec(page)?.[1];
  expect(linkIn(screenPage(<ToolScreen tool_id="t" />, [tool, credentialRead]))).toBe("CRM");
  expect(linkIn(screenPage(<ToolScreen tool_id="t" />, [tool]))).toBe("cred_4hTz");
});

test("CredentialsScreen keeps the button for more enabled while refetching", () => {
  const listed = { success: true, data: [records.credential], total: 45, limit: 20, skip: 0 };
  const page = screenPage(<CredentialsScreen />, [[listCredentials, firstCredentials, listed]]);
  expect(/<button[^>]*>(?:(?!<button).)*Load 100/.exec(page)?.[0]).not.toMatch(/aria-(disabled|busy)="true"/);
});

test("NumbersScreen shows the loaded count beside a smaller total of the platform", () => {
  const items = Array.from({ length: 3 }, (_, index) => ({ ...records.number, id: `n${index}` }));
  const list = { items, total: 1, page: 1, limit: usualLimit };
  const page = pageOf(<NumbersScreen />, [
    planRead(records.plan),
    [listPhoneNumbers, { page: 1, limit: usualLimit }, list],
  ]);
  expect(page.replaceAll(/<[^>]*>/g, "")).toMatch(/3 loaded; the platform says 1|1 to 3; the platform says 1/);
});

test("CredentialsScreen shows the loaded count beside a larger total of the platform", () => {
  const list = { success: true, data: [records.credential], total: 45, limit: 20, skip: 0 };
  const page = pageOf(<CredentialsScreen />, [[listCredentials, firstCredentials, list]]);
  expect(page.replaceAll(/<[^>]*>/g, "")).toContain("1 loaded; the platform says 45");
});

test("WorkflowScreen labels say and ask steps with Says and Asks", () => {
  const steps = [
    { id: "a", name: "Greeting", type: "say", text: "Welcome" },
    { id: "b", name: "By post", type: "ask", prompt: "By post?" },
    { id: "c", name: "Later", type: "wait" },
  ];
  const page = screenPage(<WorkflowScreen workflow_ref="w" />, [
    [getWorkflow, { workflow_ref: "w" }, { success: true, data: { name: "Intake", nodes: steps } }],
  ]);
  for (const words of ["Says “Welcome”", "Asks “By post?”", ">wait<"]) expect(page).toContain(words);
  expect(page).not.toMatch(/>(say|ask)</);
});

test("WorkflowScreen marks a step's tool as missing only when it was not found", () => {
  const steps = [
    { id: "a", tool_id: "t1" },
    { id: "b", tool: "book" },
    { id: "c", tool_id: "t2" },
  ];
  const missing = [
    { named: "t1", is_by_name: false, since: time },
    { named: "book", is_by_name: true, since: time },
  ];
  const page = screenPage(<WorkflowScreen workflow_ref="w" />, [
    [getWorkflow, { workflow_ref: "w" }, { success: true, data: { name: "Intake", nodes: steps } }],
    [listMissingTools, { resource: "workflows", ref: "w" }, { data: missing }],
  ]).replaceAll(/<[^>]*>/g, "");
  expect(page).toContain("Uses a tool that is missing");
  expect(page).toMatch(/a Tool t1 Missing, not found since .*b Tool book May be missing, no tool with this name/);
  expect(page.slice(page.indexOf("Tool t2"))).not.toMatch(/missing/i);
});

test("OverviewScreen shows webhook charts, an edit button for pins and a link to add a person", () => {
  const hours = Array.from({ length: 24 }, (_, index): [number, number] => [index, index === 3 ? 1 : 0]);
  const health: WebhookHealth = {
    ...{
      webhook_id: "w",
      url: null,
      status: null,
      events: null,
      is_listed: true,
      total: 276,
      retrying: 0,
      not_delivered: 1,
      older: 0,
    },
    ...{ failing_since: null, failing: 0, last_at: null, hours },
  };
  const logReads = storedLogReads({ from: time });
  const summary = logReads.map(
    ([op, input, raw]): Read => [op, input, op === summarizeDeliveries ? { ...Object(raw), webhooks: [health] } : raw],
  );
  const pinned = { resource: "campaigns", ref: "c", name: "Winter", pinned: true, label: null, not_found_since: null };
  const page = screenPage(<OverviewScreen from={time} />, [
    planRead(records.plan),
    webhooksRead(records.webhook),
    ...summary,
    [listSaved, { pinned: "yes" }, { data: [pinned] }],
    ...[listAnswers, listAlerts].map((op): Read => [op, {}, { data: [] }]),
    [getOverview, {}, { data: { steps: [{ step: "person", is_done: false }], credit: null } }],
  ]);
  expect(page).toContain('viewBox="0 0 96 22"');
  expect(page).toMatch(/>Edit</);
  expect(page).not.toContain("Unpin Winter");
  expect(page).toContain('href="/team?ask=add"');
});

test("the overview says when an alert was seen, and the record's own time of change apart", () => {
  const alert = { id: "a", subject: "+4930", message: "is suspended.", snoozed: null, tone: "fault", href: "/" };
  const times = { since: "2026-11-20T06:00:00Z", changed_at: "2026-11-19T16:48:00Z" };
  const page = screenPage(<OverviewScreen from={time} />, [
    ...storedLogReads({ from: time }),
    [listSaved, { pinned: "yes" }, { data: [] }],
    [listAnswers, {}, { data: [] }],
    [listAlerts, {}, { data: [{ ...alert, ...times, link: "Open number" }] }],
    [getOverview, {}, { data: { steps: [], credit: null } }],
  ]);
  const text = page.replaceAll(/<[^>]*>/g, "").replaceAll("&nbsp;", " ");
  expect(text).toMatch(/seen since .*06:00:00, .*; the record changed .*16:48/);
});

test("the overview shows the first 20 alerts, and the others on request", () => {
  const alerts = Array.from({ length: 25 }, (_, index) => ({
    id: `a${index}`,
    subject: `Number ${index}`,
    snoozed: null,
  }));
  const page = screenPage(<OverviewScreen from={time} />, [
    ...storedLogReads({ from: time }),
    [listSaved, { pinned: "yes" }, { data: [] }],
    [listAnswers, {}, { data: [] }],
    [
      listAlerts,
      {},
      { data: alerts.map((alert) => ({ ...alert, tone: "fault", since: time, href: "/", link: "Open" })) },
    ],
    [getOverview, {}, { data: { steps: [], credit: null } }],
  ]);
  expect(page).toContain("Number 19");
  expect(page).not.toContain("Number 20");
  expect(page).toMatch(/>Show 5 more</);
});
