import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { defaultLimit } from "@/lib/client/number-pages";
import { firstCredentials, getCredential, listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { getTool } from "@/lib/contract/api/tools";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { ruleIds } from "@/lib/contract/console/alert-rule-ids";
import { listAlertGroups, listAlerts } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { listMissingTools } from "@/lib/contract/console/related-records";
import { getOverview } from "@/lib/contract/console/summary";
import type { DeliveryHealth } from "@/lib/contract/console/webhook-log/summary";
import { pageOf, planRead, records, time } from "@/lib/testing/components/records";
import { deliveryHealthRead, type Read } from "@/lib/testing/components/render-with-reads";
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
  const list = { items, total: 1, page: 1, limit: defaultLimit };
  const page = pageOf(<NumbersScreen />, [
    planRead(records.plan),
    [listPhoneNumbers, { page: 1, limit: defaultLimit }, list],
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
    { named: "t1", is_by_name: false, name: null, is_deleted_here: false, since: time },
    { named: "book", is_by_name: true, name: null, is_deleted_here: false, since: time },
  ];
  const page = screenPage(<WorkflowScreen workflow_ref="w" />, [
    [getWorkflow, { workflow_ref: "w" }, { success: true, data: { name: "Intake", nodes: steps } }],
    [listMissingTools, { resource: "workflows", ref: "w" }, { data: missing }],
  ]).replaceAll(/<[^>]*>/g, "");
  expect(page).toContain("Uses a tool that is missing");
  expect(page).toMatch(/a Tool t1 Missing, not found since .*b Tool book May be missing, no tool with this name/);
  expect(page.slice(page.indexOf("Tool t2"))).not.toMatch(/missing/i);
});

const overviewPage = (groups: readonly unknown[], steps: readonly unknown[] = [], search = "") =>
  pageOf(
    <OverviewScreen from={time} />,
    [
      planRead(records.plan),
      deliveryHealthRead({ from: time }, { total: 276, webhooks: [health] }),
      ...[listAnswers, listKnownCampaigns].map((op): Read => [op, {}, { data: [] }]),
      [listAlertGroups, {}, { data: groups, notes: null }],
      [listAlerts, { rule: "number_suspended" }, { data: alerts }],
      [getOverview, {}, { data: { steps, credit: null, calls: null } }],
    ],
    { showsLoaded: true, search },
  );

const health: DeliveryHealth["webhooks"][number] = {
  ...{ webhook_id: "w", url: "https://ops.example/in", total: 276, not_delivered: 1, retrying: 0, older: 0 },
  ...{ failing_since: null, failing: 0 },
};

const alerts = Array.from({ length: 25 }, (_, index) => ({
  ...{ id: `a${index}`, rule: "number_suspended", subject: `Number ${index}`, message: "is suspended.", tone: "fault" },
  ...{ since: time, href: "/", link: "Open number", snoozed: null, owner: null },
}));

const group = {
  ...{ rule: "number_suspended", tone: "fault", subject: "64 phone numbers", message: "are suspended.", why: "" },
  ...{ is_phone: false, since: time, snoozed: null, count: 64, only: null, owners: [], open: 64, is_mine: false },
};

const textOf = (page: string) => page.replaceAll(/<[^>]*>/g, "").replaceAll("&nbsp;", " ");

test("OverviewScreen shows the health of each webhook and the next first step", () => {
  const page = overviewPage([], [{ step: "person", is_done: false }]);
  expect(textOf(page)).toMatch(/Webhooks.*ops\.example\/in.*1 not arrived/);
  expect(page).toContain('href="/team?ask=add"');
});

test("the overview says when an alert was seen, and the record's own time of change apart", () => {
  const only = { changed_at: "2026-11-19T16:48:00Z", href: "/", link: "Open number" };
  const page = overviewPage([{ ...group, count: 1, only, subject: "+4930", since: "2026-11-20T06:00:00Z" }]);
  expect(textOf(page)).toMatch(/seen since .*06:00:00, .*; the record changed .*16:48/);
});

test("the overview has one line for a rule with buttons for all its alerts", () => {
  const text = textOf(overviewPage([group]));
  expect(text).toContain("1 thing needs attention.");
  expect(text).toMatch(/64 phone numbers are suspended\..*Open 64.*Acknowledge all.*Snooze all…/);
  expect(text).not.toContain("Number 0");
});

test("the overview has at most seven lines of alerts, and the others on request", () => {
  const rules = ruleIds.slice(0, 9).map((rule) => ({ ...group, rule, subject: `Rule ${rule}` }));
  const page = overviewPage(rules);
  expect(page.match(/>Rule /g)).toHaveLength(7);
  expect(page).toMatch(/>All 9</);
});

test("the overview opens the first 20 alerts of a rule, and the others on request", () => {
  const page = overviewPage([group], [], "rule=number_suspended");
  expect(page).toContain("Number 19");
  expect(page).not.toContain("Number 20");
  expect(page).toMatch(/>Show 5 more</);
});
