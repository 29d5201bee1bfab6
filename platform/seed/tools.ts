import type { Transaction } from "@/lib/db/database";
import { toolTable } from "@/platform/tables/tools";
import { ago } from "./ago";
import { seeded } from "./ids";

const { renewals, outages } = seeded.assistants;
const common = { organization_id: seeded.organization, status: "active" };

export async function seedTools(tx: Transaction, now: Date) {
  await tx.insert(toolTable).values([
    {
      ...{ ...common, ...declarations.lookup, id: seeded.tools.lookup, credential_id: seeded.credentials.crm },
      used_by: { assistants: [renewals, outages], workflows: [seeded.workflows.withSlash, seeded.workflows.renewal] },
      created_at: ago(now, { days: 160 }),
      updated_at: ago(now, { days: 20 }),
    },
    {
      ...{ ...common, ...declarations.transfer, id: seeded.tools.transfer },
      used_by: { assistants: [outages], workflows: [seeded.workflows.withSlash] },
      created_at: ago(now, { days: 158 }),
      updated_at: ago(now, { days: 61 }),
    },
    {
      ...{ ...common, ...declarations.endCall, id: seeded.tools.endCall },
      used_by: { assistants: [renewals, outages], workflows: [seeded.workflows.renewal] },
      created_at: ago(now, { days: 158 }),
      updated_at: ago(now, { days: 158 }),
    },
    {
      ...{ ...common, ...declarations.callback, id: seeded.tools.callback, status: "draft" },
      used_by: { assistants: [], workflows: [seeded.workflows.renewal] },
      created_at: ago(now, { days: 9 }),
      updated_at: ago(now, { days: 1, hours: 4 }),
    },
    {
      ...{ ...common, ...declarations.meter, id: seeded.tools.meter, credential_id: seeded.credentials.failing },
      used_by: { assistants: [renewals], workflows: [] },
      created_at: ago(now, { days: 77 }),
      updated_at: ago(now, { days: 12 }),
    },
  ]);
}

/** Each tool as the model of an assistant sees it, and the request behind it. */
const declarations = {
  lookup: {
    name: "find_account",
    description: "Looks up a customer's account by telephone number or postcode.",
    type: "http_api",
    config: {
      method: "GET",
      url: "https://crm.fernhill.example/api/accounts",
      timeout_seconds: 8,
      headers: ["Authorization"],
    },
    parameters: {
      type: "object",
      properties: {
        phone_number: { type: "string", description: "With its country code" },
        postcode: { type: "string", description: "With or without a space" },
      },
      required: ["phone_number"],
    },
  },
  transfer: {
    name: "transfer_to_agent",
    description: "Hands the call to the support desk with a short summary.",
    type: "transfer_call",
    config: { destination: "+442079460100", mode: "warm", timeout_seconds: 30 },
    parameters: {
      type: "object",
      properties: { summary: { type: "string", description: "What the caller wants, in one sentence" } },
      required: ["summary"],
    },
  },
  endCall: {
    name: "end_call",
    description: "Says goodbye and hangs up.",
    type: "end_call",
    config: { message: "Thank you for calling Fernhill Energy. Goodbye." },
    parameters: { type: "object", properties: {} },
  },
  callback: {
    name: "book_callback",
    description: "Books a call back in the customer's own time zone.",
    type: "function",
    config: { timeout_seconds: 5 },
    parameters: {
      type: "object",
      properties: { at: { type: "string", format: "date-time" }, topic: { enum: ["tariff", "meter", "other"] } },
      required: ["at"],
    },
  },
  meter: {
    name: "read_meter",
    description: "Reads a smart meter's last reading from the registry.",
    type: "http_api",
    config: { method: "GET", url: "https://registry.fernhill.example/api/readings", timeout_seconds: 6 },
    parameters: {
      type: "object",
      properties: { meter_number: { type: "string", description: "As printed on the meter" } },
      required: ["meter_number"],
    },
  },
};
