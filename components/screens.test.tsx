import fc from "fast-check";
import type { ReactNode } from "react";
import { beforeAll, describe, expect, test } from "vitest";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { defaultLimit } from "@/lib/client/number-pages";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { getCredential, listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { getTool } from "@/lib/contract/api/tools";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import type { Operation } from "@/lib/contract/operation";
import {
  type Read,
  renderWithReads,
  storedEntryRead,
  storedLogReads,
} from "@/lib/testing/components/render-with-reads";
import { runs } from "@/lib/testing/runs";
import { AssistantScreen } from "./assistants/assistant-screen";
import { CallScreen } from "./calls/call-screen";
import { CampaignScreen } from "./campaigns/campaign-screen";
import { CredentialsScreen } from "./credentials/credentials-screen";
import { OverviewScreen } from "./overview/overview-screen";
import { NumbersScreen } from "./phone-numbers/numbers-screen";
import { ToolScreen } from "./tools/tool-screen";
import { WebhooksScreen } from "./webhooks/webhooks-screen";
import { WorkflowScreen } from "./workflows/workflow-screen";

beforeAll(loadDeferred);

const numRuns = runs(30, 1_120);

/** Mostly plausible field values, else any JSON. */
const field = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "active",
      "delivered",
      "synced",
      "call.ended",
      "2026-11-20T06:41:00Z",
      "12.50",
      "EUR",
      "+4915112345678",
      3,
      true,
      "x",
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      null,
      "",
      "\u0000",
      -1,
      1e308,
      "\ud800",
      { $digits: "12345678901234567890" },
      "<script>",
      "not-a-date",
      "🧨",
    ),
  },
);

const names = [
  "id",
  "name",
  "status",
  "phone_number",
  "friendly_name",
  "country_code",
  "direction",
  "assistant_id",
  "monthly_cost",
  "localized_currency",
  "localized_monthly_cost",
  "url",
  "events",
  "webhook_id",
  "event",
  "attempts",
  "delivered_at",
  "created_at",
  "updated_at",
  "model",
  "voice",
  "transcriber",
  "first_message",
  "max_duration_seconds",
  "last_sync_error",
  "last_sync_status",
  "public_config",
  "secret_preview",
  "pricing",
  "current_balance",
  "max_phone_numbers",
  "current_count",
  "is_allowed",
  "plan_name",
  "total",
  "page",
  "limit",
  "success",
  "__proto__",
  "novel",
] as const;

const row = fc.dictionary(fc.constantFrom(...names), field, { maxKeys: 14 });
const rows = fc.array(
  fc.oneof({ weight: 4, arbitrary: row }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) }),
  { maxLength: 5 },
);
const answer = fc.oneof(
  row,
  row.map((data) => ({ success: true, data })),
  fc.tuple(rows, row).map(([data, rest]) => ({ ...rest, data, items: data })),
  rows,
);

type Case = {
  label: string;
  screen: ReactNode;
  reads: [op: Operation, input: Record<string, unknown>][];
  search?: string;
  /** Answers of Switchboard's own endpoints. */
  storedReads?: (raw: unknown) => Read[];
};

const cases: Record<string, Case> = {
  campaign: {
    label: "campaign",
    screen: <CampaignScreen campaign_id="c" />,
    reads: [[getCampaign, { campaign_id: "c" }]],
  },
  call: { label: "call", screen: <CallScreen call_id="c" />, reads: [[getCall, { call_id: "c" }]] },
  tool: { label: "tool", screen: <ToolScreen tool_id="t" />, reads: [[getTool, { tool_id: "t" }]] },
  workflow: {
    label: "workflow",
    screen: <WorkflowScreen workflow_ref="w" />,
    reads: [[getWorkflow, { workflow_ref: "w" }]],
  },
  assistant: {
    label: "assistant",
    screen: <AssistantScreen id="a" />,
    reads: [
      [getAssistant, { assistant_id: "a" }],
      [listPhoneNumbers, { page: 1, limit: defaultLimit }],
    ],
  },
  numbers: {
    label: "phone numbers",
    screen: <NumbersScreen />,
    reads: [
      [listPhoneNumbers, { page: 1, limit: defaultLimit }],
      [getPlanLimits, {}],
    ],
  },
  credentials: {
    label: "credentials",
    screen: <CredentialsScreen />,
    reads: [
      [listCredentials, { limit: 50 }],
      [getCredential, { credential_id: "x" }],
    ],
    search: "credential=x",
  },
  webhooks: {
    label: "webhook",
    screen: <WebhooksScreen />,
    reads: [[listWebhooks, {}]],
    storedReads: (raw) => [...storedLogReads({ webhook: "w" }), storedEntryRead("x", raw)],
    search: "time=all&webhook=w&entry=x",
  },
  overview: {
    label: "the plan",
    screen: <OverviewScreen from="2026-11-20T06:00:00Z" />,
    reads: [
      [listPhoneNumbers, { page: 1, limit: defaultLimit }],
      [getPlanLimits, {}],
      [listWebhooks, {}],
    ],
  },
};

describe.each(Object.entries(cases))("%s", (_name, { label, screen, reads, search = "", storedReads = () => [] }) => {
  test("renders any answer that the gateway accepts", () => {
    let shownCount = 0;
    fc.assert(
      fc.property(fc.array(answer, { minLength: reads.length, maxLength: reads.length }), (answers) => {
        const { html } = renderWithReads(
          screen,
          [...reads.map(([op, input], index): Read => [op, input, answers[index]]), ...storedReads(answers[0])],
          { search, showsLoaded: true },
        );
        expect(html).not.toContain("<script");
        if (!html.includes(`Loading ${label}`)) shownCount += 1;
      }),
      { numRuns },
    );
    // Guards against testing only the loading state.
    expect(shownCount).toBeGreaterThan(numRuns / 11);
  });
});
