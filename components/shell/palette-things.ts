import { numberKeys } from "@/lib/client/number-pages";
import { getAssistant } from "@/lib/contract/api/assistants";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { cancelCampaign, getCampaign } from "@/lib/contract/api/campaigns";
import { type Credential, getCredential } from "@/lib/contract/api/credentials";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { endSession } from "@/lib/contract/api/sessions";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import type { Webhook, WebhookLog } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { wordText } from "@/lib/contract/console/deliveries";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import type { Operation } from "@/lib/contract/operation";

export type Known = {
  saved: readonly SavedRecord[];
  numbers: readonly PhoneNumber[];
  credentials: readonly Credential[];
  webhooks: readonly Webhook[];
};

/** Something with an ID that is known here. */
export type Thing = {
  resource: string;
  id: string;
  name: string;
  /** What it is, and why it is known. */
  why: string;
  href: string;
  isPinned: boolean;
  /** When it was last seen here; empty where it was not opened. */
  seenAt: string;
};

/** Everything known, each record once. */
export function thingsIn({ saved, numbers, credentials, webhooks }: Known): Thing[] {
  const things = new Map<string, Thing>();
  const add = (thing: Thing) => {
    const key = `${thing.resource} ${thing.id}`;
    if (!things.has(key)) things.set(key, thing);
  };
  const uses = countAssistants(numbers);
  for (const record of saved) add(fromSaved(record, uses.get(record.ref) ?? 0));
  for (const [id, times] of uses) add(thing("assistants", { id, name: id, why: `assistant, ${namedBy(times)}` }));
  for (const [number, key] of numberKeys(numbers)) {
    const { id, phone_number, friendly_name } = number;
    if (id || phone_number)
      add(
        thing("phone-numbers", {
          id: key,
          name: phone_number || key,
          why: friendly_name ? `phone number, ${friendly_name}` : "phone number",
          href: `/phone-numbers?number=${encodeURIComponent(key)}`,
        }),
      );
  }
  for (const { id, name } of credentials)
    if (id) add(thing("credentials", { id, name: name || id, why: "credential" }));
  for (const { id, url } of webhooks)
    if (id)
      add(
        thing("webhooks", {
          id,
          name: url || id,
          why: "webhook",
          href: `/webhooks?webhook=${encodeURIComponent(wordText(id))}`,
        }),
      );
  return [...things.values()];
}

/** The webhook log's entry with this ID. Only asked for by its whole ID: a log is too long to search letter by letter. */
export function thingInLog(logs: readonly WebhookLog[], id: string): Thing | undefined {
  const log = logs.find((each) => each.id === id);
  if (!log) return undefined;
  const href = `/webhooks?entry=${encodeURIComponent(id)}&time=all`;
  return thing("webhooks", { id, name: id, why: ["webhook log entry", log.event].filter(Boolean).join(", "), href });
}

type Said = Pick<Thing, "id" | "name" | "why"> & Partial<Thing>;

const thing = (resource: string, said: Said): Thing => ({
  resource,
  href: hrefOf(resource, said.id),
  isPinned: false,
  seenAt: "",
  ...said,
});

function fromSaved(record: SavedRecord, uses: number) {
  const { resource, ref, label, name, pinned, opened_by, last_seen_at, not_found_since } = record;
  const noun = kinds.find((kind) => kind.resource === resource)?.noun ?? resource;
  const reasons = [
    uses > 0 ? namedBy(uses) : "",
    pinned ? "pinned" : "",
    opened_by ? `opened by ${opened_by}` : "",
    not_found_since ? "not found when last read" : "",
  ].filter(Boolean);
  return thing(resource, {
    id: ref,
    name: label ?? name ?? ref,
    why: [noun, ...reasons].join(", "),
    isPinned: pinned,
    seenAt: last_seen_at ?? "",
    ...(resource === "sessions" ? { href: `/sessions?id=${encodeURIComponent(ref)}` } : {}),
  });
}

const namedBy = (times: number) => `named by ${times} phone number${times === 1 ? "" : "s"}`;

function countAssistants(numbers: readonly PhoneNumber[]) {
  const uses = new Map<string, number>();
  for (const { assistant_id } of numbers) if (assistant_id) uses.set(assistant_id, (uses.get(assistant_id) ?? 0) + 1);
  return uses;
}

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
type Act = { label: string; hint: string; op: Operation; resource: string; href: (id: string) => string };

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
