import { getAssistant } from "@/lib/contract/api/assistants";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { cancelCampaign, getCampaign } from "@/lib/contract/api/campaigns";
import { getCredential } from "@/lib/contract/api/credentials";
import { endSession } from "@/lib/contract/api/sessions";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { idToPath } from "@/lib/contract/identifier";
import type { Operation } from "@/lib/contract/operation";

/** What an ID can be read as. */
export type Kind = { resource: string; label: string; plural: string; noun: string; op: Operation };

export const kinds: readonly Kind[] = [
  { resource: "assistants", label: "Assistant", plural: "Assistants", noun: "assistant", op: getAssistant },
  { resource: "campaigns", label: "Campaign", plural: "Campaigns", noun: "campaign", op: getCampaign },
  { resource: "workflows", label: "Workflow", plural: "Workflows", noun: "workflow", op: getWorkflow },
  { resource: "calls", label: "Call", plural: "Calls", noun: "call", op: getCall },
  { resource: "tools", label: "Tool", plural: "Tools", noun: "tool", op: getTool },
  { resource: "credentials", label: "Server credential", plural: "Credentials", noun: "credential", op: getCredential },
];

export const hrefOf = (resource: string, id: string) => `/${resource}/${idToPath(id)}`;

/** "GET /v1/calls/…", cut at the front where it is long. */
export function requestOf({ method, path }: Operation) {
  const shown = path.replace(/\{\w+\}/g, "…");
  return `${method} ${shown.length > 24 ? `…/${shown.split("/").slice(-2).join("/")}` : shown}`;
}

/** What can be done to an ID. Each leads to the page that asks first; nothing is sent from here. */
export type Act = { label: string; hint: string; op: Operation; resource: string; href: (id: string) => string };

export const acts: readonly Act[] = [
  {
    label: "End a session with this ID…",
    hint: "Asks first. No read is shown for sessions",
    op: endSession,
    resource: "sessions",
    href: (id) => `/sessions?id=${encodeURIComponent(id)}`,
  },
  {
    label: "End a call with this ID…",
    hint: "Asks first",
    op: endCall,
    resource: "calls",
    href: (id) => `${hrefOf("calls", id)}?ask=end`,
  },
  {
    label: "Cancel a campaign with this ID…",
    hint: "Asks first",
    op: cancelCampaign,
    resource: "campaigns",
    href: (id) => `${hrefOf("campaigns", id)}?ask=cancel`,
  },
  {
    label: "Delete a tool with this ID…",
    hint: "Asks first",
    op: deleteTool,
    resource: "tools",
    href: (id) => `${hrefOf("tools", id)}?ask=delete`,
  },
];
