import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { CallScreen } from "@/components/calls/call-screen";
import { CampaignScreen } from "@/components/campaigns/campaign-screen";
import { ToolScreen } from "@/components/tools/tool-screen";
import { WorkflowScreen } from "@/components/workflows/workflow-screen";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { getTool } from "@/lib/contract/api/tools";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { getCampaignProgress, progressOf } from "@/lib/contract/console/campaign-progress";
import { pageOf, time } from "@/lib/testing/components/records";
import type { Read } from "@/lib/testing/components/render-with-reads";

type Drawn = (record: Record<string, unknown>) => string;

const drawn =
  (screen: ReactNode, readOf: (answer: unknown) => Read): Drawn =>
  (record) =>
    pageOf(screen, [readOf({ success: true, data: record })]);

const campaignPage: Drawn = (record) =>
  pageOf(<CampaignScreen campaign_id="x" />, [
    [getCampaign, { campaign_id: "x" }, { success: true, data: record }],
    [getCampaignProgress, { campaign_id: "x" }, { data: progressOf(record, time) }],
  ]);

const pages: [noun: string, page: Drawn, recognized: Record<string, unknown>][] = [
  ["campaign", campaignPage, { total_contacts: 10, pending_contacts: 4 }],
  ["call", drawn(<CallScreen call_id="x" />, (raw) => [getCall, { call_id: "x" }, raw]), { started_at: time }],
  [
    "workflow",
    drawn(<WorkflowScreen workflow_ref="x" />, (raw) => [getWorkflow, { workflow_ref: "x" }, raw]),
    { nodes: [{ id: "greet" }] },
  ],
  [
    "tool",
    drawn(<ToolScreen tool_id="x" />, (raw) => [getTool, { tool_id: "x" }, raw]),
    { config: { url: "https://crm.example/in" } },
  ],
];

const unrecognized = { state_of_affairs: "simmering", tallies: { reached: 7 } };

test.each(pages)("a %s without a recognized field leads with all its fields, open", (_noun, page, recognized) => {
  const html = page(unrecognized);
  const [head = "", record = ""] = html.split('<section aria-label="Record">');
  expect(head).not.toContain("<h2");
  expect(record).toMatch(/>All fields<.*simmering.*reached/s);
  expect(html).not.toContain("shown as received");
  const led = page({ ...unrecognized, ...recognized });
  expect(led).toMatch(/<h2.*<details[^>]*>.*shown as received.*simmering/s);
});
