import { roleName } from "@/components/query/who-can";
import type { IconName } from "@/components/ui/buttons/icon";
import { numberKeys } from "@/lib/client/number-pages";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { type Credential, getCredential } from "@/lib/contract/api/credentials";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { getTool } from "@/lib/contract/api/tools";
import type { Webhook } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { type Delivery, wordText } from "@/lib/contract/console/deliveries";
import { knownName, type SavedRecord } from "@/lib/contract/console/saved";
import { calledOf, type Member } from "@/lib/contract/console/team";
import { idToPath } from "@/lib/contract/identifier";
import type { Operation } from "@/lib/contract/operation";
import { textIn } from "@/lib/format/json";

/** What the console does by itself, without a page. */
export type Command = "read-again" | "switch-theme" | "switch-zone" | "show-keys" | "copy-link" | "sign-out";

export type Entry = {
  key: string;
  icon: IconName;
  title: string;
  note?: string;
  hint?: string;
  /** When it happened, in place of a hint. */
  at?: string | undefined;
  /** It ends something: never the first thing that is offered, nor chosen at once. */
  stop?: boolean;
  /** Other words it is looked for by. */
  also?: string;
  /** `as: "id"` shows what the text can be read as, in place of what it fits. */
  go: { href: string } | { command: Command } | { as: "id" };
};

export type EntryGroup = { title: string; entries: readonly Entry[]; inColumns?: true };

export type Known = {
  saved: readonly SavedRecord[];
  numbers: readonly PhoneNumber[];
  credentials: readonly Credential[];
  webhooks: readonly Webhook[];
  people: readonly Member[];
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
  /** Its status as it was last seen. */
  status?: string | undefined;
  /** When it happened. */
  at?: string | undefined;
};

/** Everything known, each record once. */
export function thingsIn({ saved, numbers, credentials, webhooks, people }: Known): Thing[] {
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
          why: textIn(friendly_name) ? `phone number, ${friendly_name}` : "phone number",
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
  for (const person of people)
    add(
      thing("team", {
        id: person.id,
        name: calledOf(person),
        why: [person.name && person.email, roleName(person.role)].filter(Boolean).join(", "),
        href: `/team?person=${encodeURIComponent(person.id)}`,
      }),
    );
  return [...things.values()];
}

/** Entries of the kept webhook log, as the server found them. */
export function thingsInLog(entries: readonly Delivery[], webhooks: readonly Thing[]): Thing[] {
  const targets = new Map(webhooks.map(({ id, name }) => [id, name]));
  return entries.map(({ key, event, status, webhook_id, delivered_at, first_seen_at }) =>
    thing("webhooks", {
      id: key,
      name: event || key,
      why: ["log entry", status, webhook_id && targets.get(webhook_id)].filter(Boolean).join(", "),
      href: `/webhooks?entry=${encodeURIComponent(key)}&time=all`,
      at: delivered_at ?? first_seen_at,
    }),
  );
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
  const { resource, ref, pinned, opened_by, last_seen_at, last_status_word, not_found_since } = record;
  const noun = kinds.find((kind) => kind.resource === resource)?.noun ?? resource;
  const reasons = [
    uses > 0 ? namedBy(uses) : "",
    pinned ? "pinned" : "",
    opened_by ? `opened by ${opened_by}` : "",
    not_found_since ? "not found when last read" : "",
  ].filter(Boolean);
  return thing(resource, {
    id: ref,
    name: knownName(record) ?? ref,
    why: [noun, ...reasons].join(", "),
    isPinned: pinned,
    seenAt: last_seen_at ?? "",
    status: last_status_word ?? undefined,
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
export type Kind = { resource: string; plural: string; noun: string; op: Operation };

export const kinds: readonly Kind[] = [
  { resource: "assistants", plural: "Assistants", noun: "assistant", op: getAssistant },
  { resource: "campaigns", plural: "Campaigns", noun: "campaign", op: getCampaign },
  { resource: "workflows", plural: "Workflows", noun: "workflow", op: getWorkflow },
  { resource: "calls", plural: "Calls", noun: "call", op: getCall },
  { resource: "tools", plural: "Tools", noun: "tool", op: getTool },
  { resource: "credentials", plural: "Credentials", noun: "server credential", op: getCredential },
];

export const hrefOf = (resource: string, id: string) => `/${resource}/${idToPath(id)}`;
